//! base 0.1.0
package 'P'
  class 'Table1D'
  extends ExternalObject;
    function constructor "Of a matrix"
      input String 'tableName';
      input String 'fileName';
      input Real 'table'[:, :];
      input Integer 'columns'[:];
      input Integer 'smoothness';
      input Integer 'extrapolation' = 1;
      input Boolean 'verboseRead' = true;
      output 'Table1D' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTable1D_init3('fileName', 'tableName',
      'table', size('table', 1), size('table', 2), 'columns', size('columns', 1), 'smoothness',
      'extrapolation', 'verboseRead', ",", 0) annotation(Library = {"ModelicaStandardTables"});
    end constructor;
    function destructor
      input 'Table1D' 'object';
    external "C" ModelicaStandardTables_CombiTable1D_close('object');
    end destructor;
  end 'Table1D';
  function 'of1D'
    input 'Table1D' 'tableID';
    input Integer 'icol';
    input Real 'u';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTable1D_getValue('tableID', 'icol', 'u');
    annotation(derivative(order = 1) = 'der1D');
  end 'of1D';
  function 'der1D'
    input 'Table1D' 'tableID';
    input Integer 'icol';
    input Real 'u';
    input Real 'der_u';
    output Real 'der_y';
  external "C" 'der_y' = ModelicaStandardTables_CombiTable1D_getDerValue('tableID', 'icol', 'u',
    'der_u');
  end 'der1D';
  function 'max1D'
    input 'Table1D' 'tableID';
    output Real 'uMax';
  external "C" 'uMax' = ModelicaStandardTables_CombiTable1D_maximumAbscissa('tableID');
  end 'max1D';
  class 'TimeTable'
  extends ExternalObject;
    function constructor
      input Real 'table'[:, :];
      input Real 'startTime';
      input Integer 'smoothness';
      input Integer 'extrapolation';
      input Real 'shiftTime' = 0;
      input Integer 'timeEvents' = 1;
      output 'TimeTable' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTimeTable_init3("NoName", "NoName",
      'table', size('table', 1), size('table', 2), 'startTime', {2}, 1, 'smoothness',
      'extrapolation', 'shiftTime', 'timeEvents', false, ",", 0);
    end constructor;
  end 'TimeTable';
  function 'next'
    input 'TimeTable' 'tableID';
    input Real 'timeIn';
    output Real 'nextTimeEvent';
  external "C" 'nextTimeEvent' = ModelicaStandardTables_CombiTimeTable_nextTimeEvent('tableID',
    'timeIn');
  end 'next';
  function 'ofTime'
    input 'TimeTable' 'tableID';
    input Integer 'icol';
    input Real 'timeIn';
    input Real 'nextTimeEvent';
    input Real 'pre_nextTimeEvent';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTimeTable_getValue('tableID', 'icol', 'timeIn',
    'nextTimeEvent', 'pre_nextTimeEvent');
  end 'ofTime';
  class 'Table2D'
  extends ExternalObject;
    function constructor
      input Real 'table'[:, :];
      input Integer 'smoothness';
      input Integer 'extrapolation';
      output 'Table2D' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTable2D_init3("NoName", "NoName", 'table',
      size('table', 1), size('table', 2), 'smoothness', 'extrapolation', false, ",", 0);
    end constructor;
  end 'Table2D';
  function 'of2D'
    input 'Table2D' 'tableID';
    input Real 'u1';
    input Real 'u2';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTable2D_getValue('tableID', 'u1', 'u2');
  end 'of2D';
  model 'M'
    parameter 'Table1D' 't' = 'Table1D'("NoName", "NoName", {{0.0, 1.0}, {1.0, 3.0}, {2.5, 2.0}}, {2}, 2, 2);
    parameter 'TimeTable' 's' = 'TimeTable'({{0.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}}, 0.5, 1, 3);
    parameter 'Table2D' 'q' = 'Table2D'({{0.0, 1.0, 2.0}, {1.0, 1.0, 3.0}, {2.0, 2.0, 6.0}}, 1, 1);
    discrete Real 'n';
    Real 'x'(start = 0.0, fixed = true);
  equation
    when {time >= pre('n'), initial()} then
      'n' = 'next'('s', time);
    end when;
    der('x') = 'of1D'('t', 1, 'x') + 'ofTime'('s', 1, time, 'n', pre('n')) - 'of2D'('q', 'x', 1.5);
  end 'M';
end 'P';
