// Errors are values: the release build has no tables to unwind the stack by (packaging/no-unwinding.ld).
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
// Lists and tables in braces in one another.
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "longwave_toml.h"

struct longwave_toml {
    toml::table table;
    std::vector<longwave_toml_node> nodes;

    void add(const toml::node &node, const toml::key *key, size_t parent) noexcept {
        const auto begin = key ? key->source().begin : node.source().begin;
        longwave_toml_node made = {};
        made.parent = parent;
        made.line = begin.line;
        made.column = begin.column;
        if (key) {
            made.key = key->str().data();
            made.key_length = key->str().size();
        }
        const size_t place = nodes.size();
        if (const auto *values = node.as_table()) {
            made.kind = LONGWAVE_TOML_TABLE;
            nodes.push_back(made);
            for (const auto &[name, value] : *values) add(value, &name, place);
            return;
        }
        if (const auto *values = node.as_array()) {
            made.kind = LONGWAVE_TOML_LIST;
            nodes.push_back(made);
            for (const auto &value : *values) add(value, nullptr, place);
            return;
        }
        if (const auto *text = node.as_string()) {
            made.kind = LONGWAVE_TOML_TEXT;
            made.text = text->get().data();
            made.text_length = text->get().size();
        } else if (const auto *integer = node.as_integer()) {
            made.kind = LONGWAVE_TOML_INTEGER;
            made.integer = integer->get();
        } else if (const auto *number = node.as_floating_point()) {
            made.kind = LONGWAVE_TOML_NUMBER;
            made.number = number->get();
        } else if (const auto *flag = node.as_boolean()) {
            made.kind = LONGWAVE_TOML_FLAG;
            made.integer = flag->get();
        } else {
            made.kind = LONGWAVE_TOML_DATE;
        }
        nodes.push_back(made);
    }
};

longwave_toml *longwave_toml_read(const char *bytes, size_t length, longwave_toml_error *error) {
    auto result = toml::parse(std::string_view(bytes, length));
    if (!result) {
        const auto &failure = result.error();
        const auto words = failure.description();
        error->line = failure.source().begin.line;
        error->column = failure.source().begin.column;
        const size_t count = std::min(words.size(), sizeof error->text - 1);
        std::copy_n(words.data(), count, error->text);
        error->text[count] = 0;
        return nullptr;
    }
    auto *document = new longwave_toml{std::move(result).table(), {}};
    document->add(document->table, nullptr, 0);
    return document;
}

size_t longwave_toml_count(const longwave_toml *document) { return document->nodes.size(); }

longwave_toml_node longwave_toml_at(const struct longwave_toml *document, size_t place) {
    return document->nodes[place];
}

void longwave_toml_free(longwave_toml *document) { delete document; }
