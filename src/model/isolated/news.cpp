#include "model/isolated/news.h"

#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/pack.h"
#include "base/run_control.h"
#include "model/event_mark.h"
#include "model/isolated/letter.h"
#include "model/method_choice.h"

namespace bw {

template <class Pack, Is<Bell> B>
void fields(Pack& pack, B& bell) {
  pack(bell.code, bell.severity, bell.time, bell.subject, bell.measured, bell.limit, bell.message,
       bell.count);
}

}  // namespace bw

namespace bw::model {
namespace {

struct News {
  std::vector<Bell> bells;  // `count` is how many reports are new
  std::vector<std::string> lines;
};

template <class Pack, Is<News> N>
void fields(Pack& pack, N& news) {
  pack(news.bells, news.lines);
}

enum class Kind : std::uint8_t { component, input, usage, interrupted, other };

struct Thrown {
  Kind kind = Kind::other;
  std::vector<std::string> sentences;
  std::string component, subject;
  std::optional<BellCode> code;
  double time = 0;
};

template <class Pack, Is<Thrown> T>
void fields(Pack& pack, T& thrown) {
  pack(thrown.kind, thrown.sentences, thrown.component, thrown.subject, thrown.code, thrown.time);
}

template <class T>
T unpacked(std::string_view bytes) {
  T value;
  Unpacker unpack(bytes);
  unpack(value);
  if (!unpack.complete()) throw Garbled();
  return value;
}

template <class T>
std::string packed(const T& value) {
  Packer pack;
  pack(value);
  return pack.take();
}

Outbox* outbox_of_host = nullptr;  // NOLINT: a host is one process with one component

// Names of methods live for ever in their table, which the other end has, too.
std::string_view lasting(const std::string& name) {
  static std::mutex mutex;
  static std::set<std::string> names;
  const std::scoped_lock lock(mutex);
  return *names.insert(name).first;
}

}  // namespace

template <class Pack, Is<EventMark> E>
void fields(Pack& pack, E& mark) {
  auto rises = static_cast<std::uint8_t>(mark.rises);
  auto moved = static_cast<std::uint8_t>(mark.moved_states);
  auto indicator = static_cast<std::uint64_t>(mark.indicator);
  pack(mark.time, mark.kind, indicator, rises, moved);
  if constexpr (!std::is_const_v<E>) {
    mark.indicator = static_cast<std::size_t>(indicator);
    mark.rises = rises != 0;
    mark.moved_states = moved != 0;
  }
}

template <class Pack, Is<MethodChoice> M>
void fields(Pack& pack, M& choice) {
  std::string method(choice.method);
  pack(choice.time, method, choice.why);
  if constexpr (!std::is_const_v<M>) choice.method = lasting(method);
}

template <class Pack, Is<NearEvent> N>
void fields(Pack& pack, N& near) {
  pack(near.time, near.distance);
}

template <class Pack, Is<Unresolved> U>
void fields(Pack& pack, U& unresolved) {
  pack(unresolved.lo, unresolved.hi, unresolved.what);
}

template <class Pack, Is<VanishedEvent> V>
void fields(Pack& pack, V& vanished) {
  auto indicator = static_cast<std::uint64_t>(vanished.indicator);
  pack(vanished.time, indicator, vanished.value, vanished.count);
  if constexpr (!std::is_const_v<V>) vanished.indicator = static_cast<std::size_t>(indicator);
}

template <class Pack, Is<SolverReport> R>
void fields(Pack& pack, R& report) {
  auto discrete = static_cast<std::uint8_t>(report.is_discrete);
  pack(report.work.steps, report.work.rejected, report.work.events, report.work.rhs_evaluations,
       report.work.jacobian_evaluations, report.events, report.methods, report.near_event,
       report.unresolved, report.bounded_intervals, report.hidden_features, report.vanished,
       discrete, report.rounding_factor);
  if constexpr (!std::is_const_v<R>) report.is_discrete = discrete != 0;
}

std::string Outbox::take() {
  News news;
  const std::vector<Bell>& rung = bells_.rung();
  sent_.resize(rung.size(), 0);
  for (std::size_t i = 0; i < rung.size(); ++i) {
    if (rung[i].count == sent_[i]) continue;
    news.bells.push_back(rung[i]);
    news.bells.back().count -= std::exchange(sent_[i], rung[i].count);
  }
  news.lines = std::exchange(lines_, {});
  return news.bells.empty() && news.lines.empty() ? "" : packed(news);
}

void deliver_news(std::string_view bytes, Bells& bells, const Log& log) {
  const News news = unpacked<News>(bytes);
  for (Bell bell : news.bells) {
    if (static_cast<std::size_t>(bell.code) >= bell_kinds().size()) throw Garbled();
    const long times = std::exchange(bell.count, 1);
    for (long i = 0; i < times; ++i) bells.ring(bell);
  }
  if (log)
    for (const std::string& line : news.lines) log(line);
}

std::string exception_bytes() {
  Thrown thrown;
  try {
    throw;
  } catch (const ComponentFailure& failure) {
    thrown = {Kind::component, failure.sentences(), failure.component,
              failure.subject, failure.code,        failure.time};
  } catch (const InputError& error) {
    thrown = {Kind::input, error.sentences(), {}, {}, {}, 0};
  } catch (const UsageError& error) {
    thrown = {Kind::usage, error.sentences(), {}, {}, {}, 0};
  } catch (const Interrupted& error) {
    thrown = {Kind::interrupted, error.sentences(), {}, {}, {}, 0};
  } catch (const std::exception& error) {
    thrown.sentences = {error.what()};
  } catch (...) {
    thrown.sentences = {"an exception without a message."};
  }
  return packed(thrown);
}

void rethrow(std::string_view bytes) {
  const Thrown thrown = unpacked<Thrown>(bytes);
  const Error error(ExitCode::stopped, thrown.sentences);
  switch (thrown.kind) {
    case Kind::component:
      if (thrown.code)
        throw ComponentFailure(thrown.component, *thrown.code, thrown.subject, thrown.time,
                               error.what());
      throw ComponentFailure(thrown.component, error.what());
    case Kind::input: throw InputError(thrown.sentences);
    case Kind::usage: throw UsageError(thrown.sentences);
    case Kind::interrupted: throw Interrupted(error.what());
    case Kind::other: break;
  }
  throw std::runtime_error(error.what());
}

std::string report_bytes(const SolverReport& report) { return packed(report); }

SolverReport report_from(std::string_view bytes) { return unpacked<SolverReport>(bytes); }

Log make_relayed(Log log) {
  if (!log) return {};
  return [log = std::move(log)](std::string_view line) {
    if (outbox_of_host != nullptr)
      outbox_of_host->add_line(line);
    else
      log(line);
  };
}

void relay_lines_to(Outbox& outbox) { outbox_of_host = &outbox; }

}  // namespace bw::model
