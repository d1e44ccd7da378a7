// The library is only ever preloaded: it has no interface.
