// Reads TOML 1.0 as a list of nodes, with toml++ (https://marzer.github.io/tomlplusplus/). The interface is C and
// throws no exceptions.
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

// A node of a document. Its texts are UTF-8, may contain NULs, and belong to the document.
struct longwave_toml_node {
    enum longwave_toml_kind kind;
    // The place of the table or list that contains the node. The document's own table, at place 0, contains itself.
    size_t parent;
    // The place of the key in the file, or of the value if there is no key, from 1.
    uint32_t line, column;
    // The key in a table, or NULL in a list.
    const char *key;
    size_t key_length;
    // The value of LONGWAVE_TOML_TEXT.
    const char *text;
    size_t text_length;
    // The value of LONGWAVE_TOML_INTEGER, and 0 or 1 for LONGWAVE_TOML_FLAG.
    int64_t integer;
    // The value of LONGWAVE_TOML_NUMBER.
    double number;
};

struct longwave_toml_error {
    // The place of the error in the file, from 1, or 0 if unknown.
    uint32_t line, column;
    char text[256];
};

struct longwave_toml;

// Reads a document. Returns NULL and sets the error if the bytes are not TOML.
// The caller limits the length, and the depth of keys with dots. The depth of lists and of tables in braces is limited
// here.
struct longwave_toml *longwave_toml_read(const char *bytes, size_t length, struct longwave_toml_error *error);
// Returns the number of nodes. A table or list comes before its content.
size_t longwave_toml_count(const struct longwave_toml *document);
struct longwave_toml_node longwave_toml_at(const struct longwave_toml *document, size_t place);
void longwave_toml_free(struct longwave_toml *document);

#ifdef __cplusplus
}
#endif
