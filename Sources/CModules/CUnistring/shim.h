// GNU libunistring for Swift.
#pragma once
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

// The normalisation forms are macros over addresses, which Swift does not import.

// Folds case (Unicode 3.13) and decomposes for compatibility in one step, in UTF-8.
// The result is in `buffer` if `*length` suffices, otherwise in new memory. It is NULL if the text is not UTF-8 or
// there is no memory.
static inline uint8_t *longwave_fold(const uint8_t *text, size_t count, uint8_t *buffer, size_t *length) {
    return u8_casefold(text, count, NULL, UNINORM_NFKD, buffer, length);
}
// Returns whether a character is part of a word: a mark (M), a letter (L) or a number (N).
static inline int longwave_is_in_word(uint32_t scalar) {
    return uc_is_general_category_withtable(scalar, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N | UC_CATEGORY_MASK_M);
}
