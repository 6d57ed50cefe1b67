% Octave's ode45, ode23s, ode15s and lsode on some of the reference problems; prints the CSV lines of
% ode_work_precision. Here f is Octave's own code, as its users write it.
%
% usage: octave --quiet ode_peers.m TOLERANCE,TOLERANCE,...

1;

% name, stiff, times, start, end, f, Jacobian
function list = problems()
  kepler = @(t, x) [x(3); x(4); -x(1:2) / (x(1)^2 + x(2)^2)^1.5];
  rober = @(t, x) [-0.04 * x(1) + 1e4 * x(2) * x(3); 0.04 * x(1) - 1e4 * x(2) * x(3) - 3e7 * x(2)^2; 3e7 * x(2)^2];
  rober_j = @(t, x) [-0.04, 1e4 * x(3), 1e4 * x(2); 0.04, -1e4 * x(3) - 6e7 * x(2), -1e4 * x(2); 0, 6e7 * x(2), 0];
  orego = @(t, x) [77.27 * (x(2) + x(1) * (1 - 8.375e-6 * x(1) - x(2))); (x(3) - (1 + x(1)) * x(2)) / 77.27; ...
                   0.161 * (x(1) - x(3))];
  orego_j = @(t, x) [77.27 * (1 - 2 * 8.375e-6 * x(1) - x(2)), 77.27 * (1 - x(1)), 0; ...
                     -x(2) / 77.27, -(1 + x(1)) / 77.27, 1 / 77.27; 0.161, 0, -0.161];
  list = {
    "DETEST_B5", false, [0 20], [0; 1; 1], ...
      [-9.396570798729203961884e-1; -3.421177754000749065348e-1; 7.414126596199953007826e-1], ...
      @(t, x) [x(2) * x(3); -x(1) * x(3); -0.51 * x(1) * x(2)], [], 1;
    "DETEST_D1_kepler", false, [0 20], [0.9; 0; 0; sqrt(1.1 / 0.9)], ...
      [2.198835352008396612849e-1; 9.427076846341813085212e-1; -9.787659841058176514577e-1; 3.287977990962036082625e-1], ...
      kepler, [], 1;
    "LORENZ_t10", false, [0 10], [1; 1; 1], ...
      [-4.902687541134645731904e+0; -3.743872921802919616315e+0; 2.469085810279055545322e+1], ...
      @(t, x) [10 * (x(2) - x(1)); x(1) * (28 - x(3)) - x(2); x(1) * x(2) - 8 / 3 * x(3)], [], 1;
    "ROBER_t1e5", true, [0 1e5], [1; 0; 0], [1.786592114209946496529e-2; 7.274751468436318770766e-8; 9.821340061103858506715e-1], rober, rober_j, [1; 1e-5; 1];
    "OREGO_t360", true, [0 360], [1; 2; 3], [1.000814870318522716282e+0; 1.228178521549887983718e+3; 1.320554942846508287742e+2], orego, orego_j, 1;
    "VDPOL_eps1e-6", true, [0 2], [2; 0], [1.706167732170465008e+0; -8.928097010248165481e-1], ...
      @(t, x) [x(2); ((1 - x(1)^2) * x(2) - x(1)) * 1e6], ...
      @(t, x) [0, 1; (-2 * x(1) * x(2) - 1) * 1e6, (1 - x(1)^2) * 1e6], 1};
end

function x = run_ode(solver, f, j, times, x0, tolerance, nominal)
  options = odeset("RelTol", tolerance, "AbsTol", tolerance * nominal .* ones(size(x0)));
  if (! isempty(jacobian)), options = odeset(options, "Jacobian", jacobian); end
  [~, y] = solver(f, times, x0, options);
  x = y(end, :)';
end

function x = run_lsode(f, jacobian, times, x0, tolerance, nominal)
  lsode_options("relative tolerance", tolerance);
  lsode_options("absolute tolerance", tolerance * nominal .* ones(size(x0)));
  lsode_options("step limit", 500000);
  swapped = @(x, t) f(t, x);
  if (isempty(jacobian))
    lsode_options("integration method", "adams");
    [y, state] = lsode(swapped, x0, times);
  else
    lsode_options("integration method", "stiff");
    [y, state] = lsode({swapped, @(x, t) jacobian(t, x)}, x0, times);
  end
  if (state != 2), error("lsode"); end
  x = y(end, :)';
end

function measure(row, name, run, tolerances)
  expected = row{5};
  for tolerance = tolerances
    try
      begin = cputime();
      x = run(str2double(tolerance{1}));
      seconds = cputime() - begin;
      failed = max(abs(x - expected) ./ (abs(expected) + row{8}));
      printf("%s,theirs,octave_%s,%s,%.3g,%.4g,0,0\n", row{1}, name, tolerance{1}, failed, 1e6 * seconds);
      if (seconds > 4), return; end
    catch
      continue;
    end
  end
end

warning("off", "all");
tolerances = strsplit(argv(){end}, ",");
list = problems();
for k = 1:rows(list)
  row = list(k, :);
  [times, x0, f, jacobian, nominal] = row{[3 4 6 7 8]};
  if (row{2}), solvers = {"ode15s", @ode15s; "ode23s", @ode23s}; else, solvers = {"ode45", @ode45}; end
  for s = 1:rows(solvers)
    solver = solvers{s, 2};
    % ode15s does not get off the ground with an exact Jacobian (Octave 7.3)
    if (strcmp(solvers{s, 1}, "ode15s")), j = []; else, j = jacobian; end
    measure(row, solvers{s, 1}, @(r) run_ode(solver, f, j, times, x0, r, nominal), tolerances);
  end
  measure(row, "lsode", @(r) run_lsode(f, jacobian, times, x0, r, nominal), tolerances);
end
