// libmpg123 for Swift. Some of its functions are macros, so they get inline wrappers.
#pragma once
#include <mpg123.h>

static inline int longwave_mpg123_param(mpg123_handle *handle, enum mpg123_parms type, long value, double fvalue) {
    return mpg123_param(handle, type, value, fvalue);
}
