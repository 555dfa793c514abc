#ifndef CLUA_H
#define CLUA_H
#endif
