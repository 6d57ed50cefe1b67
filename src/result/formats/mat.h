#pragma once
// MAT-files of version 4 in the layout of trajectories that Dymola and OpenModelica write and read.
//
//   Aclass       "Atrajectory", "1.1", "", "binTrans": matrices are stored transposed
//   name         of the time, of each column, of each constant
//   description  of the same, with the unit at the end: "mass of prey [kg]"
//   dataInfo     for each: 0 (time), 1 (data_1) or 2 (data_2); which value of it, from 1 and
//                negative for the other sign; 0: linear between rows; -1: not defined beyond them
//   data_1       start and stop time; each constant, twice
//   data_2       the rows: time and each column, doubles
//
// A matrix is five numbers of 32 bits (type, rows, columns, 0, length of the name with its zero),
// its name and its numbers, column by column. The rows of data_2 come last and the number of them
// is in its head: rows are appended and counted, so that the file can be read after every write.

#include <cstdint>

#include "base/value.h"

namespace bw::result {

// The type of a matrix: 10 * kind of numbers + 1 for text.
enum class MatType : std::uint32_t { doubles = 0, singles = 10, integers = 20, text = 51 };

constexpr std::uint64_t mat_head_size = 20;
// Programs that read such files count bytes in 31 bits.
constexpr std::uint64_t mat_most_bytes = 0x7fff'ffff;

// Columns that have a place in data_2: numbers, of several names of one variable the first.
bool is_in_mat(Type type);

}  // namespace bw::result
