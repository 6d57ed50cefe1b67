#include "equation/text/library_functions.h"

#include <array>
#include <string>

namespace bw::equation {
namespace {

struct LibraryFunction {
  std::string_view name, text;
};

constexpr std::array library = std::to_array<LibraryFunction>({
    {"Modelica.Math.Vectors.length", R"(
input Real v[:];
output Real result;
algorithm
  result := sqrt(v * v);
)"},
    {"Modelica.Math.Vectors.normalize", R"(
input Real v[:];
input Real eps = 2.220446049250313e-14;
output Real result[size(v, 1)];
Real norm = sqrt(v * v);
algorithm
  result := smooth(0, v / (if norm >= eps then norm else eps));
)"},
    {"Modelica.Math.Vectors.norm", R"(
input Real v[:];
input Real p = 2;
output Real result;
algorithm
  if p == 2 then
    result := sqrt(v * v);
  elseif p == 1 then
    result := sum(abs(v));
  else
    result := sum(abs(v[i]) ^ p for i in 1:size(v, 1)) ^ (1 / p);
  end if;
)"},
    {"Modelica.Math.Matrices.solve", R"(
input Real A[:, :];
input Real b[:];
output Real x[size(b, 1)];
Real T[size(b, 1), size(b, 1)] = A;
Real row[size(b, 1)];
Real largest;
Real f;
Integer n = size(b, 1);
algorithm
  x := b;
  for k in 1:n loop
    for i in k + 1:n loop
      if abs(T[i, k]) > abs(T[k, k]) then
        row := T[k, :];
        T[k, :] := T[i, :];
        T[i, :] := row;
        f := x[k];
        x[k] := x[i];
        x[i] := f;
      end if;
    end for;
    assert(T[k, k] <> 0, "The matrix of a linear system is singular.");
    for i in k + 1:n loop
      f := T[i, k] / T[k, k];
      T[i, :] := T[i, :] - f * T[k, :];
      x[i] := x[i] - f * x[k];
    end for;
  end for;
  for k in n:-1:1 loop
    f := x[k];
    for j in k + 1:n loop
      f := f - T[k, j] * x[j];
    end for;
    x[k] := f / T[k, k];
  end for;
)"},
    {"Modelica.Math.Polynomials.evaluate", R"(
input Real p[:];
input Real u;
output Real y;
algorithm
  y := p[1];
  for k in 2:size(p, 1) loop
    y := y * u + p[k];
  end for;
)"},
    {"Modelica.Units.Conversions.from_degC", R"(
input Real Celsius;
output Real Kelvin;
algorithm
  Kelvin := Celsius + 273.15;
)"},
    {"Modelica.Units.Conversions.to_degC", R"(
input Real Kelvin;
output Real Celsius;
algorithm
  Celsius := Kelvin - 273.15;
)"},
    {"Modelica.Units.Conversions.from_deg", R"(
input Real degree;
output Real radian;
algorithm
  radian := degree * (3.141592653589793 / 180);
)"},
    {"Modelica.Units.Conversions.to_deg", R"(
input Real radian;
output Real degree;
algorithm
  degree := radian * (180 / 3.141592653589793);
)"},
    {"Modelica.Units.Conversions.from_rpm", R"(
input Real rpm;
output Real w;
algorithm
  w := rpm * (3.141592653589793 / 30);
)"},
    {"Modelica.Units.Conversions.to_rpm", R"(
input Real w;
output Real rpm;
algorithm
  rpm := w * (30 / 3.141592653589793);
)"},
    {"Modelica.Units.Conversions.from_bar", R"(
input Real bar;
output Real Pa;
algorithm
  Pa := bar * 1e5;
)"},
    {"Modelica.Units.Conversions.to_bar", R"(
input Real Pa;
output Real bar;
algorithm
  bar := Pa / 1e5;
)"},
    // An odd number of phases is spread over the circle; an even one is two systems of half as
    // many, the second one behind by half of their distance.
    {"Modelica.Electrical.Polyphase.Functions.symmetricOrientation", R"(
input Integer m;
output Real orientation[m];
Real half[div(m, 2)];
algorithm
  if mod(m, 2) == 1 then
    orientation := {(k - 1) * 2 * 3.141592653589793 / m for k in 1:m};
  elseif m == 2 then
    orientation := {0, 3.141592653589793 / 2};
  else
    half := 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'(div(m, 2));
    for k in 1:div(m, 2) loop
      orientation[k] := half[k];
      orientation[div(m, 2) + k] := half[k] - 3.141592653589793 / m;
    end for;
  end if;
)"},
    // 1/(s - p) and 1/(s^2 + c1 s + c0) with s replaced by s/w.
    {"Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass", R"(
input Real cr_in[:];
input Real c0_in[:];
input Real c1_in[size(c0_in, 1)];
input Real f_cut;
output Real cr[size(cr_in, 1)];
output Real c0[size(c0_in, 1)];
output Real c1[size(c0_in, 1)];
Real w = 2 * 3.141592653589793 * f_cut;
algorithm
  assert(f_cut > 0, "The cut-off frequency f_cut must be positive.");
  cr := w * cr_in;
  c1 := w * c1_in;
  c0 := w * w * c0_in;
)"},
    {"Complex.\\'constructor\\'.fromReal", R"(
input Real re;
input Real im = 0;
output Complex result;
algorithm
  result.re := re;
  result.im := im;
)"},
    // The cubic through the origin with the slope y0d there, and through (x1, y1) with y1d.
    {"Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero", R"(
input Real x;
input Real x1;
input Real y1;
input Real y1d;
input Real y0d;
output Real y;
Real s = x / x1;
Real a = x1 * y0d;
Real b = 3 * y1 - x1 * y1d - 2 * a;
algorithm
  y := s * (a + s * (b + s * (y1 - a - b)));
)"},
    {"Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation", R"(
input Real e[3];
input Real phi;
output Real T[3, 3];
algorithm
  T := {{e[1] * e[1], e[1] * e[2], e[1] * e[3]},
        {e[2] * e[1], e[2] * e[2], e[2] * e[3]},
        {e[3] * e[1], e[3] * e[2], e[3] * e[3]}} * (1 - cos(phi))
     + identity(3) * cos(phi)
     - {{0, -e[3], e[2]}, {e[3], 0, -e[1]}, {-e[2], e[1], 0}} * sin(phi);
)"},
    {"Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1", R"(
input Real T[3, 3];
input Real v2[3];
output Real v1[3];
algorithm
  v1 := transpose(T) * v2;
)"},
    {"Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2", R"(
input Real T[3, 3];
input Real v1[3];
output Real v2[3];
algorithm
  v2 := T * v1;
)"},
    // With v2 = T v1 for the rotation T around e: the parts across e give sine and cosine.
    {"Modelica.Mechanics.MultiBody.Frames.planarRotationAngle", R"(
input Real e[3];
input Real v1[3];
input Real v2[3];
output Real phi_rot;
algorithm
  phi_rot := atan2(-cross(e, v1) * v2, v1 * v2 - (e * v1) * (e * v2));
)"},
    // k1 x^2 and -k2 x^2; between -h and h two cubics with the same slope at zero, and the same
    // curvature there if no slope is given. It is lowered where a cubic would not be monotonic.
    {"Modelica.Fluid.Utilities.regSquare2", R"(
input Real x;
input Real x_small = 0.01;
input Real k1 = 1;
input Real k2 = 1;
input Boolean use_yd0 = false;
input Real yd0 = 1;
output Real y;
Real h = x_small;
Real s = min(if use_yd0 then yd0 else (k1 + k2) * h / 4, 0.9 * sqrt(5) * h * min(k1, k2));
Real k = if x >= 0 then k1 else k2;
Real r = abs(x) / h;
Real between = r * (s * h + r * (k * h ^ 2 - 2 * s * h + r * s * h));
Real size = if r >= 1 then k * x ^ 2 else between;
algorithm
  y := smooth(1, if x >= 0 then size else -size);
)"},
    // Roots of k1 x and -k2 x for k1 >= k2 with two cubics between, from x2 < 0 to x1.
    {"Modelica.Fluid.Utilities.regRoot2.regRoot2_utility", R"(
input Real x;
input Real x1;
input Real k1;
input Real k2;
input Boolean use_yd0;
input Real yd0;
output Real y;
Real x2 = if k2 > 0 then -x1 * (k2 / k1) else -x1;
Real a = sqrt(max(k1, 0));
Real b = sqrt(max(k2, 0));
Real y1 = a * sqrt(x1);
Real y2 = -b * sqrt(-x2);
Real w = x2 / x1;
Real s;
algorithm
  if k1 <= 0 then
    y := 0;
  elseif x <= x2 then
    y := -b * sqrt(abs(x));
  else
    s := if use_yd0 then yd0 else (2.5 * y2 / w - 2.5 * y1 * w) / (2 * x1 * (1 - w));
    s := min(s, 0.9 * min(a * sqrt(8.75 / x1), b * sqrt(8.75 / (-x2))));
    y := if x >= 0
      then 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x1, y1, y1 / (2 * x1), s)
      else 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x2, y2, y2 / (2 * x2), s);
  end if;
)"},
    // A monotonic curve with given ends and slopes there (Gasparo and Morandi, 1991): a cubic, or
    // two with a straight line of the slope c between, where the cubic alone would turn or nearly
    // stop.
    {"Modelica.Fluid.Utilities.regFun3", R"(
input Real x;
input Real x0;
input Real x1;
input Real y0;
input Real y1;
input Real y0d;
input Real y1d;
output Real y;
output Real c;
Real h = x1 - x0;
Real mean = (y1 - y0) / h;
Real s = y0d + y1d - 2 * mean;
Real t = x - x0;
Real cubic = y0 + t * (y0d + t / h * (3 * mean - 2 * y0d - y1d + t / h * s));
Real slope = 1.5 * mean - (y0d + y1d) / 4;
Real left;
Real right;
Real turn;
Real limit;
Real by_ends;
Real a;
Real b;
Boolean is_single = false;
algorithm
  assert(x0 < x1, "The ends of a curve are given in the wrong order.");
  if mean == 0 then
    y := y0 + mean * t;
    c := 0;
  elseif abs(s) < 2.220446049250313e-14 then
    y := cubic;
    c := slope;
  else
    left := h * (2 * y0d + y1d - 3 * mean) / (3 * s);
    right := h - left;
    turn := y0d - (3 * mean - 2 * y0d - y1d) ^ 2 / (3 * s);
    limit := turn;
    if abs(y0d - y1d) <= 2.220446049250313e-14 then
      limit := y0d;
      is_single := mean > y0d;
    end if;
    c := 0.25 * sign(mean) * min(abs(turn), abs(mean));
    if not is_single and (left > 0 and right < h and mean * turn <= 0
        or abs(c) < abs(limit) and limit * mean >= 0 or abs(c) < abs(0.1 * mean)) then
      if abs(c) < abs(limit) and limit * mean >= 0 then
        c := limit;
      end if;
      if abs(c) < abs(0.1 * mean) then
        c := 0.1 * mean;
      end if;
      by_ends := (y0d * left + y1d * right) / h;
      if abs(by_ends - c) < 1e-6 * abs(c) then
        c := (1 - 1e-6) * by_ends;
      end if;
      left := left * 3 * (mean - c) / (by_ends - c);
      right := right * 3 * (mean - c) / (by_ends - c);
      a := (y0d - c) / max(left ^ 2, 2.220446049250313e-14) / 3;
      b := (y1d - c) / max(right ^ 2, 2.220446049250313e-14) / 3;
      if t < left then
        y := y0 + c * t + a * ((t - left) ^ 3 + left ^ 3);
      elseif t < h - right then
        y := y0 + c * t + a * left ^ 3;
      else
        y := y1 + c * (x - x1) + b * ((x - x1 + right) ^ 3 - right ^ 3);
      end if;
    else
      y := cubic;
      c := slope;
    end if;
  end if;
)"},
    // Friction of pipes between the laminar law, lambda2 = 64 Re below Re1, and that of Swamee and
    // Jain above Re2: a cubic of the logarithms with the slopes of both.
    {"*.WallFriction.pressureLoss_m_flow.interpolateInRegion2", R"(
input Real Re;
input Real Re1;
input Real Re2;
input Real Delta;
output Real lambda2;
Real a = Delta / 3.7 + 5.74 / Re2 ^ 0.9;
Real end_value = log10(0.25 * (Re2 / log10(a)) ^ 2);
Real end_slope = 2 + 2 * 0.9 * 5.74 / (log(10) * a * log10(a) * Re2 ^ 0.9);
Real width = log10(Re2 / Re1);
Real mean = (end_value - log10(64 * Re1)) / width;
Real t = log10(Re / Re1) / width;
algorithm
  lambda2 := 64 * Re1
    * 10 ^ (width * t * (1 + t * (3 * mean - 2 - end_slope + t * (1 + end_slope - 2 * mean))));
)"},
    // The other way round, Re of lambda2, with the law of Colebrook and White above Re2, and its
    // derivative. Pipes with a law of another shape have a function of this name, too; only this
    // one stands beside the one above.
    {"*.WallFriction.Internal.m_flow_of_dp_fric", R"(
input Real dp_fric;
input Real rho_a;
input Real rho_b;
input Real mu_a;
input Real mu_b;
input Real length;
input Real diameter;
input Real crossArea;
input Real Re1;
input Real Re2;
input Real Delta;
output Real m_flow;
output Real dm_flow_ddp_fric;
Real mu = if dp_fric >= 0 then mu_a else mu_b;
Real rho = if dp_fric >= 0 then rho_a else rho_b;
Real by_dp = 2 * diameter ^ 3 * rho / (length * mu ^ 2);
Real lambda2 = abs(dp_fric) * by_dp;
Real Re = lambda2 / 64;
Real slope = by_dp / 64;
Real a;
Real begin;
Real width;
Real mean;
Real end_lambda2;
Real end_Re;
Real end_slope;
Real t;
algorithm
  if Re > Re1 then
    a := 2.51 / sqrt(lambda2) + 0.27 * Delta;
    Re := -2 * sqrt(lambda2) * log10(a);
    slope := (Re + 2 * 2.51 / (log(10) * a)) / (2 * abs(dp_fric));
    if Re < Re2 then
      end_lambda2 := 0.25 * (Re2 / log10(Delta / 3.7 + 5.74 / Re2 ^ 0.9)) ^ 2;
      a := 2.51 / sqrt(end_lambda2) + 0.27 * Delta;
      end_Re := -2 * sqrt(end_lambda2) * log10(a);
      end_slope := 0.5 + 2.51 / (log(10) * end_Re * a);
      begin := log10(64 * Re1);
      width := log10(end_lambda2) - begin;
      mean := log10(end_Re / Re1) / width;
      t := (log10(lambda2) - begin) / width;
      Re := Re1
        * 10 ^ (width * t * (1 + t * (3 * mean - 2 - end_slope + t * (1 + end_slope - 2 * mean))));
      slope := Re / abs(dp_fric)
        * (1 + t * (2 * (3 * mean - 2 - end_slope) + t * 3 * (1 + end_slope - 2 * mean)));
    end if;
  end if;
  m_flow := crossArea / diameter * mu * (if dp_fric >= 0 then Re else -Re);
  dm_flow_ddp_fric := crossArea / diameter * mu * slope;
)"},
    // The diode between bulk and drain or source: straight against its direction, and from the
    // current max_current or the exponent 50 on.
    {"Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised", R"(
input Real voltage;
input Real temp;
input Real ncoeff;
input Real satcur;
output Real out_current;
output Real out_cond;
Real v = 1.380649e-23 / 1.6021918e-19 * temp * ncoeff;
Real most;
Real e;
algorithm
  if satcur <= 1e-101 then
    out_current := 0;
    out_cond := 0;
  else
    most := min(50, log(1e4 / satcur));
    e := exp(min(voltage / v, most));
    if voltage <= 0 then
      out_current := satcur / v * voltage;
      out_cond := satcur / v + 1e-12;
    elseif voltage >= most * v then
      out_current := satcur * (e - 1 + e * (voltage / v - most));
      out_cond := satcur * e / v;
    else
      out_current := satcur * (e - 1);
      out_cond := satcur * e / v + 1e-12;
    end if;
  end if;
)"},
    {"Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3BJT", R"(
input Real voltage;
input Real temp;
input Real ncoeff1;
input Real ncoeff2;
input Real satcur1;
input Real satcur2;
output Real current1;
output Real cond1;
output Real current2;
output Real cond2;
Real v = 1.380649e-23 / 1.6021918e-19 * temp;
Real e1;
Real e2;
algorithm
  if voltage > -5 * ncoeff1 * v then
    e1 := exp(voltage / (ncoeff1 * v));
    e2 := exp(voltage / (ncoeff2 * v));
    current1 := satcur1 * (e1 - 1) + 1e-12 * voltage;
    cond1 := satcur1 * e1 / (ncoeff1 * v) + 1e-12;
    current2 := if satcur2 == 0 then 0 else satcur2 * (e2 - 1);
    cond2 := if satcur2 == 0 then 0 else satcur2 * e2 / (ncoeff2 * v);
  else
    cond1 := -satcur1 / voltage + 1e-12;
    current1 := cond1 * voltage;
    cond2 := -satcur2 / voltage;
    current2 := -satcur2;
  end if;
)"},
    {"Modelica.Electrical.Spice3.Internal.Functions.junction2", R"(
input Real voltage;
input Real temp;
input Real ncoeff;
input Real satcur;
output Real current;
output Real cond;
Real v = 1.380649e-23 / 1.6021918e-19 * temp * ncoeff;
Real most;
Real e;
Real r;
algorithm
  if satcur <= 1e-101 then
    current := 0;
    cond := 0;
  else
    most := min(50, log(1e4 / satcur));
    e := exp(min(voltage / v, most));
    if voltage >= most * v then
      current := satcur * (e - 1 + e * (voltage / v - most));
      cond := satcur * e / v;
    elseif voltage >= -5 * v then
      current := satcur * (e - 1) + 1e-12 * voltage;
      cond := satcur * e / v + 1e-12;
    else
      r := (3 * v / (voltage * exp(1))) ^ 3;
      current := -satcur * (1 + r) + 1e-12 * voltage;
      cond := satcur * 3 * r / voltage + 1e-12;
    end if;
  end if;
)"},
    // Capacitance and charge of a junction, straight from the voltage depcap on.
    {"Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised", R"(
input Real capin;
input Real voltage;
input Real depcap;
input Real mj;
input Real phij;
input Real f1;
input Real f2;
input Real f3;
output Real capout;
output Real charge;
Real r;
algorithm
  if voltage < depcap then
    r := 1 - voltage / phij;
    capout := capin * r ^ (-mj);
    charge := phij * capin * (1 - r ^ (1 - mj)) / (1 - mj);
  else
    capout := capin / f2 * (f3 + mj * voltage / phij);
    charge := capin * f1
      + capin / f2 * (f3 * (voltage - depcap) + mj / (2 * phij) * (voltage ^ 2 - depcap ^ 2));
  end if;
)"},
    {"Modelica.Electrical.Spice3.Internal.Functions.junctionCapTransTime", R"(
input Real capin;
input Real voltage;
input Real depcap;
input Real mj;
input Real phij;
input Real f1;
input Real f2;
input Real f3;
input Real transittime;
input Real conduct;
input Real current;
output Real capout;
output Real charge;
algorithm
  (capout, charge) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'
    (capin, voltage, depcap, mj, phij, f1, f2, f3);
  capout := capout + transittime * conduct;
  charge := charge + transittime * current;
)"},
    // The law of Shichman and Hodges, with the derivatives by the three voltages.
    {"Modelica.Electrical.Spice3.Internal.Mos1.drainCur", R"(
input Real vb;
input Real vg;
input Real vds;
input 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1Calc' in_c;
input 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1ModelLineParams' in_p;
input 'Modelica.Electrical.Spice3.Internal.SpiceConstants' in_C;
input 'Modelica.Electrical.Spice3.Internal.Mos.MosModelLineVariables' in_vp;
input Integer in_m_type;
output 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1Calc' out_c;
Real root = if vb <= 0 then sqrt(in_c.m_tPhi - vb)
  else max(0, sqrt(in_c.m_tPhi) - vb / (2 * sqrt(in_c.m_tPhi)));
Real von = in_c.m_tVbi * in_m_type + in_vp.m_gamma * root;
Real above = max(vg - von, 0);
Real used = min(above, vds);
Real factor = in_c.m_Beta * (1 + in_p.m_lambda * vds);
algorithm
  out_c := in_c;
  out_c.m_von := von;
  out_c.m_vdsat := above;
  if above <= 0 then
    out_c.m_cdrain := 0;
    out_c.m_gm := 0;
    out_c.m_gds := 0;
    out_c.m_gmbs := 0;
  else
    out_c.m_cdrain := factor * used * (above - used / 2);
    out_c.m_gm := factor * used;
    out_c.m_gds := factor * (above - used)
      + in_p.m_lambda * in_c.m_Beta * used * (above - used / 2);
    out_c.m_gmbs := if root <= 0 then 0 else factor * used * in_vp.m_gamma / (2 * root);
  end if;
)"},
    // The capacitances of Meyer between gate and bulk, source and drain.
    {"Modelica.Electrical.Spice3.Internal.Mos.mosCalcDEVqmeyer", R"(
input Real vgs;
input Real vgd;
input Real vgb;
input 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1Calc' in_c;
output 'Modelica.Electrical.Spice3.Internal.Mos.DEVqmeyer' out_qm;
Real above = vgs - in_c.m_von;
Real phi = in_c.m_tPhi;
Real sat = in_c.m_vdsat;
Real vds = vgs - vgd;
Real all_of_it = in_c.m_capOx;
algorithm
  out_qm.qm_capgb := if above <= -phi then all_of_it / 2
    elseif above <= 0 then -above * all_of_it / (2 * phi) else 0;
  out_qm.qm_capgs := if above <= -phi / 2 then 0
    elseif above <= 0 then all_of_it / 3 + above * all_of_it / (1.5 * phi)
    elseif sat <= vds then all_of_it / 3
    else all_of_it / 3 * (1 - ((sat - vds) / (2 * sat - vds)) ^ 2);
  out_qm.qm_capgd := if above <= 0 or sat <= vds then 0
    else all_of_it / 3 * (1 - (sat / (2 * sat - vds)) ^ 2);
  out_qm.qm_qgs := 0;
  out_qm.qm_qgb := 0;
  out_qm.qm_qgd := 0;
  out_qm.qm_vgs := 0;
  out_qm.qm_vgb := 0;
  out_qm.qm_vgd := 0;
)"},
    // Without limits: the solver of a circuit has its own.
    {"Modelica.Electrical.Spice3.Internal.SpiceRoot.limitJunctionVoltageRevised", R"(
input Real voltage;
output Real ret;
algorithm
  ret := voltage;
)"},
});

// Local names have the path of the component in front.
bool is_of(std::string_view name, std::string_view of) {
  return of.starts_with('*') ? name.ends_with(of.substr(1)) : name == of;
}

}  // namespace

std::string_view library_function(std::string_view name) {
  for (const LibraryFunction& function : library)
    if (is_of(name, function.name)) return function.text;
  return {};
}

std::string library_companion(std::string_view name) {
  constexpr std::string_view friction = ".Internal.m_flow_of_dp_fric";
  if (!name.ends_with(friction)) return {};
  name.remove_suffix(friction.size());
  return std::string(name) + ".pressureLoss_m_flow.interpolateInRegion2";
}

std::vector<std::string_view> library_function_names() {
  std::vector<std::string_view> names;
  for (const LibraryFunction& function : library) names.push_back(function.name);
  return names;
}

}  // namespace bw::equation
