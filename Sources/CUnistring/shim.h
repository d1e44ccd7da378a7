// GNU libunistring for Swift.
#pragma once
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

// The normalisation forms are macros over addresses, which Swift does not import.

// Case folding (Unicode 3.13) and compatibility decomposition of UTF-8 in one step: into `buffer` where `*length` is
// enough, else into new memory. NULL where the text is not UTF-8 or there is no memory.
static inline uint8_t *longwave_fold(const uint8_t *text, size_t count, uint8_t *buffer, size_t *length) {
    return u8_casefold(text, count, NULL, UNINORM_NFKD, buffer, length);
}
// Whether a character is a mark (M), a letter (L) or a number (N): part of a word.
static inline int longwave_is_in_word(uint32_t scalar) {
    return uc_is_general_category_withtable(scalar, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N | UC_CATEGORY_MASK_M);
}
