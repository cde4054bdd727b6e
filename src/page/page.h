/* The engine of the page: requests as text, replies as JSON. The same in WebAssembly, where the
 * page calls it, and in the library, where tests do. */
#ifndef BROADSIDE_PAGE_PAGE_H
#define BROADSIDE_PAGE_PAGE_H

#include "base/text.h"

struct page;

/* Returns NULL if out of memory. */
struct page *page_new(void);
void page_free(struct page *page);

/* Answers a request. The reply is terminated, and valid until the next call. */
struct slice page_call(struct page *page, struct slice request);

#endif
