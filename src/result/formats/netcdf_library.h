#pragma once
// The functions of libnetcdf, loaded when the first netCDF file is written or read: with HDF5
// behind it, it takes longer to load than a small run, and a program without it runs. What is
// declared here is the library's stable interface (netcdf.h), so that it is not needed to build the
// program.

#include <cstddef>

namespace bw::result {

struct Netcdf {
  // NOLINTBEGIN(modernize-use-trailing-return-type): as in C
  int (*create)(const char* path, int mode, int* file);
  int (*close)(int file);
  int (*abort)(int file);
  int (*set_fill)(int file, int mode, int* old);
  int (*def_dim)(int file, const char* name, std::size_t length, int* dimension);
  int (*def_var)(int file, const char* name, int type, int dimensions, const int* ids,
                 int* variable);
  int (*put_att_text)(int file, int variable, const char* name, std::size_t length,
                      const char* text);
  int (*enddef)(int file);
  int (*put_vara)(int file, int variable, const std::size_t* start, const std::size_t* count,
                  const void* values);

  int (*open_mem)(const char* name, int mode, std::size_t size, void* bytes, int* file);
  int (*inq_nvars)(int file, int* variables);
  int (*inq_var)(int file, int variable, char* name, int* type, int* dimensions, int* ids,
                 int* attributes);
  int (*inq_dim)(int file, int dimension, char* name, std::size_t* length);
  int (*inq_att)(int file, int variable, const char* name, int* type, std::size_t* length);
  int (*get_att_text)(int file, int variable, const char* name, char* text);
  int (*get_att_double)(int file, int variable, const char* name, double* values);
  int (*get_att_string)(int file, int variable, const char* name, char** text);
  int (*get_vara_double)(int file, int variable, const std::size_t* start, const std::size_t* count,
                         double* values);
  int (*get_vara_longlong)(int file, int variable, const std::size_t* start,
                           const std::size_t* count, long long* values);
  int (*get_vara_string)(int file, int variable, const std::size_t* start, const std::size_t* count,
                         char** values);
  int (*free_string)(std::size_t count, char** values);

  const char* (*strerror)(int problem);
  // NOLINTEND(modernize-use-trailing-return-type)
};

// Its constants.
enum NetcdfType {
  nc_byte = 1,
  nc_char = 2,
  nc_double = 6,
  nc_int64 = 10,
  nc_uint64 = 11,
  nc_string = 12
};
constexpr int nc_global = -1, nc_no_fill = 0x100, nc_no_clobber = 0x4, nc_netcdf4 = 0x1000;
constexpr std::size_t nc_longest_name = 256, nc_most_dimensions = 1024;

// Throws InputError where the library cannot be loaded.
const Netcdf& netcdf();

}  // namespace bw::result
