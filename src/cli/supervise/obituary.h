#pragma once
// What the supervisor does and says when the process of a run is dead: rows are completed, the
// summary and the report are those of a run that could not go on.

#include <string>

#include "base/bell.h"
#include "base/error.h"
#include "base/process/death.h"
#include "base/process/heartbeat.h"
#include "cli/report/page.h"
#include "result/briefing.h"
#include "result/kept_rows.h"
#include "result/shared_spool.h"
#include "result/spool.h"

namespace bw::cli {

class Obituary {
 public:
  Obituary(bool quiet, bool verbose, std::string progress, PageOrder page, double fraction)
      : quiet_(quiet),
        verbose_(verbose),
        progress_(std::move(progress)),
        page_(std::move(page)),
        fraction_(fraction) {}

  void know(result::Briefing briefing);
  // Completes the file of the rows, or writes those that were in memory only. Where rows could not
  // be written, as a rule because the disk is full, the same is not tried and reported again.
  void rescue(result::SharedRows& rows, const result::KeptRows& kept, bool were_written);
  // Where shared memory is damaged: keeps what reached the file.
  void rescue_file(result::SharedRows& rows);

  // Each returns the exit code.
  int died(const Death& death, double call_timeout);
  // `phase`: what was being done where it was in no call; empty: unknown.
  int interrupted(const std::string& by, const heartbeat::Whereabouts& position,
                  const std::string& phase);
  int not_written(const result::RowsNotWritten& problem);
  int overwrote();  // the memory that the processes share
  int after_delivery(const std::string& what, int exit_code) const;
  std::string words_of_damage() const;

 private:
  static int say_before_plan(BellCode code, const std::string& words);
  std::string suspects() const;  // "component 'a' or 'b'", in whose process it was
  int tell(const Bell& bell, ExitCode code, double reached);
  void take(const result::SharedRows::Rescued& rescued);
  void complete_rows() const;
  void write_kept(const result::KeptRows& kept, const std::string& file);

  bool quiet_, verbose_;
  std::string progress_;
  PageOrder page_;
  double fraction_;
  bool is_readable_ = true, were_written_ = true;
  result::Briefing known_;
};

}  // namespace bw::cli
