// TOML 1.0 as a list of nodes, read by toml++ (https://marzer.github.io/tomlplusplus/). Nothing is thrown, and nothing of C++ is seen.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum longwave_toml_kind {
    LONGWAVE_TOML_TABLE,
    LONGWAVE_TOML_LIST,
    LONGWAVE_TOML_TEXT,
    LONGWAVE_TOML_INTEGER,
    LONGWAVE_TOML_NUMBER,
    LONGWAVE_TOML_FLAG,
    // A date, a time, or both.
    LONGWAVE_TOML_DATE,
};

// Texts belong to the document, are UTF-8, and may hold NULs.
struct longwave_toml_node {
    enum longwave_toml_kind kind;
    // The place of the table or list that it is in; the document's own table, at place 0, is in itself.
    size_t parent;
    // From 1: of the key, or of the value where there is none.
    uint32_t line, column;
    // In a table; NULL in a list.
    const char *key;
    size_t key_length;
    // Of LONGWAVE_TOML_TEXT.
    const char *text;
    size_t text_length;
    // Of LONGWAVE_TOML_INTEGER, and 0 or 1 of LONGWAVE_TOML_FLAG.
    int64_t integer;
    // Of LONGWAVE_TOML_NUMBER.
    double number;
};

struct longwave_toml_error {
    // From 1; 0: unknown.
    uint32_t line, column;
    char text[256];
};

struct longwave_toml;

// Reads a document; NULL and the error where it is none. Whoever calls bounds its length, and how deep keys with dots nest:
// those of lists and tables in braces are bounded here.
struct longwave_toml *longwave_toml_read(const char *bytes, size_t length, struct longwave_toml_error *error);
// How many nodes there are. A table or list stands before what is in it.
size_t longwave_toml_count(const struct longwave_toml *document);
struct longwave_toml_node longwave_toml_at(const struct longwave_toml *document, size_t place);
void longwave_toml_free(struct longwave_toml *document);

#ifdef __cplusplus
}
#endif
