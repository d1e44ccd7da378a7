// zlib for Swift. inflateInit2 is a macro, so it gets an inline wrapper.
#pragma once
#include <zlib.h>

// Prepares a stream for gzip data (RFC 1952): 15 is the window's size in bits, and 16 selects the gzip format.
static inline int longwave_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
