model DETEST_F2_disc "DETEST F2: a rate that changes at each whole time"
  Real y1(start=110, fixed=true);
  discrete Real rate(start=1.5, fixed=true) "1.5 and 0.5 in turn";
equation
  der(y1) = 55 - rate*y1;
  when sample(1, 1) then
    rate = 2 - pre(rate);
  end when;
  annotation(experiment(StopTime=20));
end DETEST_F2_disc;
