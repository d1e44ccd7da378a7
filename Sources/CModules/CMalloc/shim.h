// The allocator's counters for Swift, only for tests and fuzz targets.
#pragma once
#include <malloc.h>
#include <stddef.h>

// Defined only if a sanitizer brings its own allocator.
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

// Returns the bytes of all allocations in use.
static inline size_t longwave_allocated_bytes(void) {
    if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
