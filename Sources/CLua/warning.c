/// Warnings of Lua code: put together from their pieces, and given to the host while they are on.
#include <string.h>

#include "vm.h"

void clua_show_warnings(clua_vm *vm) { vm->warning.is_on = true; }

void clua_warn(void *data, const char *piece, int goes_on) {
    clua_vm *vm = data;
    // A warning of one piece that begins with @ is for this function.
    if (!vm->warning.goes_on && !goes_on && piece[0] == '@') {
        if (strcmp(piece, "@on") == 0) vm->warning.is_on = true;
        if (strcmp(piece, "@off") == 0) vm->warning.is_on = false;
        return;
    }
    size_t room = sizeof vm->warning.text - vm->warning.length, length = strlen(piece);
    if (length > room) length = room;
    memcpy(vm->warning.text + vm->warning.length, piece, length);
    vm->warning.length += length;
    vm->warning.goes_on = goes_on;
    if (goes_on) return;
    length = vm->warning.length;
    vm->warning.length = 0;
    if (vm->warning.is_on) vm->host.warn(vm->context, vm->warning.text, length);
}
