// Counts allocations: the functions malloc, calloc and so on of this module replace those of the C library.
#pragma once
#include <stdint.h>

// Returns the number of allocations by the calling thread since its start: calls of malloc, calloc, realloc, memalign,
// aligned_alloc and posix_memalign.
uint64_t longwave_allocation_count(void);
