// One FMU on its own, beside a raw loop of the same FMI calls; and opening a large one. Goals: at
// most 1.5 times the raw loop; a description of 10,000 variables in at most 50 ms.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "fmi/description/description.h"
#include "raw_component.h"
#include "run/run.h"

namespace {

const std::string van_der_pol = std::string(BW_BENCH_FMUS) + "/VanDerPol.fmu";
const std::string prey = std::string(BW_EXAMPLES) + "/lotka_volterra/prey.fmu";
constexpr double step = 1e-3;

// What a run without connections does at each step: step, then read the outputs.
void raw_loop(benchmark::State& state, const std::string& fmu, fmi2ValueReference first,
              fmi2ValueReference second) {
  const long steps = state.range(0);
  const fmi2ValueReference outputs[] = {first, second};
  const std::size_t count = first == second ? 1 : 2;
  double values[2];
  for (auto _ : state) {
    state.PauseTiming();
    auto component = std::make_unique<bw::bench::RawComponent>(fmu);
    state.ResumeTiming();
    for (long k = 0; k < steps; ++k) {
      component->f.fmi2DoStep(component->instance, static_cast<double>(k) * step, step, fmi2True);
      component->f.fmi2GetReal(component->instance, outputs, count, values);
    }
    benchmark::DoNotOptimize(values[0]);
    state.PauseTiming();
    component.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(steps * static_cast<long>(state.iterations()));
}

// The same through a run, without its start-up: only the march counts.
void run_alone(benchmark::State& state, const std::string& fmu) {
  const long steps = state.range(0);
  bw::run::RunSpec spec{.target = fmu};
  spec.interface = "cs";
  spec.stop = static_cast<double>(steps) * step;
  spec.step = step;
  spec.interval = *spec.stop;
  for (auto _ : state) {
    const auto result = bw::run::run(spec);
    state.SetIterationTime(result.statistics.seconds.master + result.statistics.seconds.output);
  }
  state.SetItemsProcessed(steps * static_cast<long>(state.iterations()));
}

std::string large_description(int count) {
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" "
      "modelName=\"large\" guid=\"{1}\">\n<CoSimulation modelIdentifier=\"large\"/>\n"
      "<UnitDefinitions><Unit name=\"K\"><BaseUnit K=\"1\"/></Unit></UnitDefinitions>\n"
      "<ModelVariables>\n";
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    xml += "<ScalarVariable name=\"house.wall[" + number + "].T\" valueReference=\"" + number +
           "\" description=\"temperature of layer " + number +
           "\" causality=\"local\" variability=\"continuous\" initial=\"exact\"><Real unit=\"K\" "
           "start=\"293.15\" min=\"0\" nominal=\"300\"/></ScalarVariable>\n";
  }
  return xml + "</ModelVariables>\n<ModelStructure/>\n</fmiModelDescription>\n";
}

void open_description(benchmark::State& state) {
  const std::string xml = large_description(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    bw::Report report;
    benchmark::DoNotOptimize(
        bw::fmi::Description::parse(xml, "large.xml", report).variables.size());
  }
}

}  // namespace

BENCHMARK_CAPTURE(raw_loop, van_der_pol, van_der_pol, 0, 2)->Arg(20000)->Repetitions(5);
BENCHMARK_CAPTURE(run_alone, van_der_pol, van_der_pol)->Arg(20000)->Repetitions(5)->UseManualTime();
BENCHMARK_CAPTURE(raw_loop, prey, prey, 0, 0)->Arg(1000000)->Repetitions(5);
BENCHMARK_CAPTURE(run_alone, prey, prey)->Arg(1000000)->Repetitions(5)->UseManualTime();
BENCHMARK(open_description)->Arg(10000)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
