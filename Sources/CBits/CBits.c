#include "CBits.h"
