// What the archive of libxml2 refers to and this program never reaches: converters of ICU, which it asks for an encoding
// that iconv does not know (and is told that ICU does not know it either), and the decoder of .xz files (documents are
// read from memory). ICU alone would be 30 MB. The header gives the functions the names of its version.

#include <stddef.h>
#include <unicode/ucnv.h>

UConverter* ucnv_open(const char* name, UErrorCode* problem) {
  (void)name;
  *problem = U_UNSUPPORTED_ERROR;
  return NULL;
}

void ucnv_close(UConverter* converter) { (void)converter; }

void ucnv_convertEx(UConverter* to, UConverter* from, char** target, const char* target_end,
                    const char** source, const char* source_end, UChar* pivot, UChar** pivot_source,
                    UChar** pivot_target, const UChar* pivot_end, UBool reset, UBool flush,
                    UErrorCode* problem) {
  *problem = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(UConverter* converter, UConverterFromUCallback action, const void* context,
                           UConverterFromUCallback* old_action, const void** old_context,
                           UErrorCode* problem) {
  *problem = U_UNSUPPORTED_ERROR;
}

void ucnv_setToUCallBack(UConverter* converter, UConverterToUCallback action, const void* context,
                         UConverterToUCallback* old_action, const void** old_context,
                         UErrorCode* problem) {
  *problem = U_UNSUPPORTED_ERROR;
}

void UCNV_FROM_U_CALLBACK_STOP(const void* context, UConverterFromUnicodeArgs* arguments,
                               const UChar* units, int32_t length, UChar32 point,
                               UConverterCallbackReason reason, UErrorCode* problem) {}

void UCNV_TO_U_CALLBACK_STOP(const void* context, UConverterToUnicodeArgs* arguments,
                             const char* units, int32_t length, UConverterCallbackReason reason,
                             UErrorCode* problem) {}

enum { programming_error = 11 };  // LZMA_PROG_ERROR

int lzma_auto_decoder(void* stream, unsigned long long memory, unsigned flags) {
  return programming_error;
}
int lzma_code(void* stream, int action) { return programming_error; }
int lzma_properties_decode(void* filter, const void* allocator, const unsigned char* properties,
                           size_t size) {
  return programming_error;
}
void lzma_end(void* stream) {}
