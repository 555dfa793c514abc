/// Zstandard, as Debian ships it.
#ifndef CZSTD_H
#define CZSTD_H

#include <zstd.h>

#endif
