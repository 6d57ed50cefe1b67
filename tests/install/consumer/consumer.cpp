// The smallest use of the library: run a system for one second, say the verdict.
#include <bellwether/model/model.h>
#include <bellwether/result/result.h>
#include <bellwether/run/run.h>

#include <iostream>

int main(int, char** argv) {
  bw::run::RunSpec spec;
  spec.target = argv[1];
  spec.stop = 1.0;
  const auto result = bw::run::run(spec);
  std::cout << bw::result::name(result.verdict) << '\n';
}
