#include "cli/serve.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/text.h"
#include "base/value.h"
#include "cli/report/standard_streams.h"
#include "cli/supervise/guard.h"
#include "cli/supervise/supervise.h"
#include "result/trajectory.h"
#include "run/session.h"

namespace bw::cli {
namespace {

std::string word_of(const result::Cell& cell) {
  if (const auto* real = std::get_if<double>(&cell)) return shortest(*real);
  const Discrete& value = std::get<Discrete>(cell);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return "#" + std::to_string(*whole);
  return "$" + hexadecimal(std::get<std::string>(value));
}

std::string bytes_of(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

result::Cell cell_of(const std::string& word) {
  if (word.starts_with('#')) return Discrete(std::int64_t{std::stoll(word.substr(1))});
  if (word.starts_with('$')) return Discrete(bytes_of(word.substr(1)));
  const auto number = to_number(word);
  if (!number) throw InputError("'" + word + "' is no number.");
  return *number;
}

std::string column_line(const char* kind, const result::Column& column) {
  return std::string(kind) + " $" + hexadecimal(column.name) + " " +
         std::string(name(column.type)) + " $" + hexadecimal(column.unit) + "\n";
}

std::string state_of(run::Session& session) {
  std::string line = shortest(session.time()) + (session.has_ended() ? " 1" : " 0");
  for (const result::Cell& cell : session.read()) line += " " + word_of(cell);
  return line + "\n";
}

std::string header_of(run::Session& session) {
  std::string lines;
  for (const result::Column& column : session.inputs()) lines += column_line("input", column);
  for (const result::Column& column : session.values()) lines += column_line("value", column);
  return lines + "ready " + shortest(session.period().start) + " " +
         shortest(session.period().stop) + "\n";
}

std::string answer_to(const std::string& request, run::Session& session) {
  std::istringstream words(request);
  std::string verb, first, second;
  words >> verb >> first >> second;
  if (verb == "set") {
    session.set(std::stoul(first), cell_of(second));
    return "done\n";
  }
  if (verb == "save") return "saved " + std::to_string(session.save()) + "\n";
  if (verb == "drop") {
    session.drop(std::stoul(first));
    return "done\n";
  }
  if (verb == "restore") session.restore(std::stoul(first));
  if (verb == "step") session.step(std::get<double>(cell_of(first)));
  return "ok " + state_of(session);
}

std::string in_one_line(std::string sentence) {
  for (char& c : sentence)
    if (c == '\n') c = ' ';
  return sentence;
}

// Until standard input ends. A component that cannot go on ends the program, with the reason.
int serve(const run::RunSpec& given, const Guard& guard) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  run::RunSpec spec = given;
  spec.interrupt = &guard.interrupt();
  run::Session session(spec);
  print_to(guard.results(), header_of(session));
  for (std::string request; std::getline(std::cin, request);) {
    try {
      print_to(guard.results(), answer_to(request, session));
    } catch (const InputError& error) {
      print_to(guard.results(), "fail " + in_one_line(error.what()) + "\n");
    }
  }
  return static_cast<int>(ExitCode::ok);
}

}  // namespace

int serve_component(const run::RunSpec& spec, const Watching& watching) {
  prctl(PR_SET_PDEATHSIG, 0);  // a thread may start it and another one go on; input ends it
  Supervision how;
  if (watching.call_timeout) how.call_timeout = *watching.call_timeout;
  return supervise(how, [&](const Guard& guard, Line&) { return serve(spec, guard); });
}

}  // namespace bw::cli
