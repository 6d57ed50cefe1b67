// The compiled half of fmt, as its src/format.cc has it; Debian has no archive of it. Another version would want
// another list, and is linked as a shared library.

#include <fmt/core.h>

#if FMT_VERSION >= 90000 && FMT_VERSION < 100000
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API locale_ref::locale_ref(const std::locale& locale);
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void buffer<char>::append(const char*, const char*);
template FMT_API void vformat_to(buffer<char>&, basic_string_view<char>,
                                 basic_format_args<FMT_BUFFER_CONTEXT(type_identity_t<char>)>,
                                 locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
#endif
