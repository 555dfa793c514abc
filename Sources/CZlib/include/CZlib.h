/// zlib, as Debian ships it, and what its macros hide from Swift.
#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/// Begins to read gzip members.
static inline int czlib_begin_gzip(z_stream *stream) {
    // 15: the largest window; 16: gzip's header and checksum.
    return inflateInit2(stream, 15 + 16);
}

#endif
