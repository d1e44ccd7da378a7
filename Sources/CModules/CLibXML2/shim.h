// The part of libxml2's interface that Longwave uses: the layout of struct _xmlSAXHandler (<libxml/parser.h>), stable
// since 2.6.
// The declarations stand here instead of libxml2's own headers, because nothing is linked: the library is opened when
// the first XML list is read (docs/DECISIONS.md).
#ifndef LONGWAVE_LIBXML2_H
#define LONGWAVE_LIBXML2_H

typedef unsigned char lw_xml_char;

typedef void (*lw_xml_start_ns)(
    void *context, const lw_xml_char *name, const lw_xml_char *prefix, const lw_xml_char *uri, int namespace_count,
    const lw_xml_char **namespaces, int attribute_count, int defaulted_count, const lw_xml_char **attributes);
typedef void (*lw_xml_end_ns)(
    void *context, const lw_xml_char *name, const lw_xml_char *prefix, const lw_xml_char *uri);
typedef void (*lw_xml_start)(void *context, const lw_xml_char *name, const lw_xml_char **attributes);
typedef void (*lw_xml_end)(void *context, const lw_xml_char *name);
typedef void (*lw_xml_text)(void *context, const lw_xml_char *text, int length);

// struct _xmlSAXHandler. libxml2 does not report events whose member is null.
typedef struct lw_xml_handler {
    void *internal_subset, *is_standalone, *has_internal_subset, *has_external_subset, *resolve_entity, *get_entity;
    void *entity_decl, *notation_decl, *attribute_decl, *element_decl, *unparsed_entity_decl, *set_document_locator;
    void *start_document, *end_document;
    lw_xml_start start_element;
    lw_xml_end end_element;
    void *reference;
    lw_xml_text characters;
    void *ignorable_whitespace, *processing_instruction, *comment, *warning, *error, *fatal_error;
    void *get_parameter_entity;
    lw_xml_text cdata_block;
    void *external_subset;
    unsigned int initialized;
    void *private_data;
    lw_xml_start_ns start_element_ns;
    lw_xml_end_ns end_element_ns;
    void *structured_error;
} lw_xml_handler;

// XML_SAX2_MAGIC, the value of `initialized` that turns on the members with namespaces.
static const unsigned int LW_XML_SAX2 = 0xDEEDBEAF;
// Options of xmlParserOption and htmlParserOption, which have the same values in both.
static const int LW_XML_RECOVER = 1 << 0;
// XML only: reads XML's own five entities as their characters. No others can be declared (XmlCleaner).
static const int LW_XML_OWN_ENTITIES = 1 << 1;
static const int LW_XML_NO_ERROR = 1 << 5;
static const int LW_XML_NO_WARNING = 1 << 6;
static const int LW_XML_NO_NETWORK = 1 << 11;
// XML_CHAR_ENCODING_UTF8.
static const int LW_XML_UTF8 = 1;

// Types of xmlCreatePushParserCtxt, htmlCreatePushParserCtxt, xmlCtxtUseOptions and htmlCtxtUseOptions, xmlParseChunk
// and htmlParseChunk, xmlStopParser, xmlFreeParserCtxt and htmlFreeParserCtxt.
typedef void *(*lw_xml_create)(
    lw_xml_handler *handler, void *user, const char *chunk, int size, const char *file_name);
typedef void *(*lw_html_create)(
    lw_xml_handler *handler, void *user, const char *chunk, int size, const char *file_name, int encoding);
typedef int (*lw_xml_use_options)(void *parser, int options);
typedef int (*lw_xml_parse_chunk)(void *parser, const char *chunk, int size, int terminate);
typedef void (*lw_xml_stop)(void *parser);
typedef void (*lw_xml_free)(void *parser);

#endif
