#include "web_page.h"

// #embed is C23, and an extension in earlier C.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char page[] = {
#embed "page.html"
};

const unsigned char *longwave_web_page(void) { return page; }
size_t longwave_web_page_size(void) { return sizeof page; }
