// What the FMU says: output, log messages, statuses and numbers.

#include <unistd.h>

#include <iterator>
#include <limits>
#include <string>

#include "misdeeds.h"

namespace hostile {
namespace {

constexpr int flood = 200;  // MB

void print_to(int descriptor) {
  std::string text(1 << 20, '=');
  text.back() = '\n';
  for (int i = 0; i < flood; ++i)
    if (write(descriptor, text.data(), text.size()) < 0) return;
}

void print_output(Scene&) {
  if (FIRST_TIME) print_to(STDOUT_FILENO);
}
void print_error(Scene&) {
  if (FIRST_TIME) print_to(STDERR_FILENO);
}

template <class... Arguments>
void log(Scene& scene, const char* message, Arguments... arguments) {
  if (scene.callbacks != nullptr && scene.callbacks->logger != nullptr)
    scene.callbacks->logger(scene.callbacks->componentEnvironment, scene.instance_name, fmi2OK,
                            "hostile", message, arguments...);
}

void log_bad_format(Scene& scene) { log(scene, "%s %s %s %s %s %s %s %s %s"); }
void log_written_format(Scene& scene) { log(scene, "%s%n", "nothing"); }
void log_odd_format(Scene& scene) { log(scene, "100 %"); }
void log_null(Scene& scene) { log(scene, nullptr); }

void log_huge(Scene& scene) {
  if (!FIRST_TIME) return;
  const std::string text(16 << 20, 'x');
  log(scene, "%s", text.c_str());
}

void log_flood(Scene& scene) {
  if (!FIRST_TIME) return;
  for (int i = 0; i < 100'000; ++i) log(scene, "message %d", i);
}

void return_nonsense(Scene& scene) { scene.status = 99; }
void return_error(Scene& scene) { scene.status = fmi2Error; }
void return_fatal(Scene& scene) { scene.status = fmi2Fatal; }
void discard(Scene& scene) { scene.status = fmi2Discard; }

void set_state(Scene& scene, double value) {
  if (scene.state != nullptr) *scene.state = value;
}
void lose_state(Scene& scene) { set_state(scene, std::numeric_limits<double>::quiet_NaN()); }
void grow_state(Scene& scene) { set_state(scene, std::numeric_limits<double>::infinity()); }

const Deed table[] = {
    {"print-output", print_output},
    {"print-error", print_error},
    {"log-bad-format", log_bad_format},
    {"log-percent-n", log_written_format},
    {"log-odd-format", log_odd_format},
    {"log-null", log_null},
    {"log-huge", log_huge},
    {"log-flood", log_flood},
    {"status-99", return_nonsense},
    {"status-error", return_error},
    {"status-fatal", return_fatal},
    {"discard-forever", discard},
    {"nan", lose_state},
    {"infinity", grow_state},
};

}  // namespace

Deeds words() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
