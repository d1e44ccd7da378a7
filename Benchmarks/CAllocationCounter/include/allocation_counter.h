// Counts the allocations of the process: this program's malloc stands before the C library's.
#pragma once
#include <stdint.h>

// Calls of malloc, calloc, realloc and the aligned ones by the calling thread since it began.
uint64_t longwave_allocation_count(void);
