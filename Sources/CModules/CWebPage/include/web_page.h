// The page for browsers, an HTML file inside the program. See Sources/RadioWeb/Page/WebPage.swift.
#pragma once
#include <stddef.h>

const unsigned char *longwave_web_page(void);
size_t longwave_web_page_size(void);
