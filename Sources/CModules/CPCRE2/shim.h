// PCRE2 for Swift, for texts in UTF-8. PCRE2_CODE_UNIT_WIDTH makes the names of its functions macros for this width.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

static const uint32_t longwave_pcre2_options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
static const uint32_t longwave_pcre2_caseless = PCRE2_CASELESS;
