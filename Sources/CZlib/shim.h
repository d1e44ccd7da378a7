// zlib for Swift. inflateInit2 is a macro.
#pragma once
#include <zlib.h>

// Prepares the reading of gzip data (RFC 1952): 15 bits of window, and 16 for the format.
static inline int longwave_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
