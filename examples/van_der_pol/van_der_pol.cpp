// Van der Pol's oscillator:  x' = v,  v' = mu (1 - x^2) v - x.  With a large mu it creeps along for
// hundreds of seconds and jumps within a few milliseconds; a stiff method follows both.
//
// usage: van_der_pol [MU [STOP [TOLERANCE [METHOD [EIGENVALUES.csv]]]]]
//        1000, 2000, 1e-6, radau by default; with a file the run is diagnosed (docs/diagnosis.md)

#include <cstdio>
#include <cstdlib>
#include <string>

#include <bellwether/model/state_model.h>
#include <bellwether/run/run.h>

namespace {

class VanDerPol final : public bw::model::StateModel {
 public:
  explicit VanDerPol(double mu)
      : StateModel("van_der_pol", {{.name = "x", .start = 2}, {.name = "v"}}), mu_(mu) {
    shape_.has_jacobian = true;
  }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = mu_ * (1 - x[0] * x[0]) * x[1] - x[0];
  }
  void jacobian(double, std::span<const double> x, std::span<double> j) override {
    j[0] = 0, j[1] = 1;
    j[2] = -2 * mu_ * x[0] * x[1] - 1, j[3] = mu_ * (1 - x[0] * x[0]);
  }

 private:
  double mu_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, double otherwise) {
    return argc > i ? std::atof(argv[i]) : otherwise;
  };
  VanDerPol model(number(1, 1000));
  try {
    bw::run::RunSpec spec{.stop = number(2, 2000),
                          .tolerance = number(3, 1e-6),
                          .method = argc > 4 ? argv[4] : "radau",
                          .output = "van_der_pol.csv"};
    if (argc > 5) spec.eigenvalues = argv[5];
    const bw::result::RunResult r = bw::run::run(spec, model);
    std::printf("%s", std::string(bw::result::name(r.verdict)).c_str());
    if (r.estimated_error)
      std::printf(": estimated error %.2g of the tolerance", *r.estimated_error);
    std::printf("; %ld steps, rows in %s\n%s\n", r.statistics.steps, r.output.c_str(),
                sentence(r.approach).c_str());
    for (const bw::Bell& bell : r.bells) std::printf("  %s\n", bell.message.c_str());
    if (r.diagnosis)
      std::printf("FF3 %.6g, FF4 %.6g, FF5 %.10g, FF6 %.10g, %ld unstable periods\n",
                  r.features[2].value_or(0), r.features[3].value_or(0), r.features[4].value_or(0),
                  r.features[5].value_or(0), r.diagnosis->unstable_period_count);
    return static_cast<int>(r.exit_code);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "van_der_pol: %s\n", error.what());
    return 1;
  }
}
