import CLinux
import Glibc

/// Gives a new file the owner, mode and extended attributes (access lists among them) of an old
/// one, as far as this user may.
///
/// - Returns: whether the owner and group are the old file's.
@discardableResult
func copyAttributes(from old: borrowing Descriptor, to new: borrowing Descriptor)
    throws(SystemError) -> Bool
{
    let wanted = try old.status()
    let given = try new.status()
    var isOwnerKept = true
    if wanted.st_uid != given.st_uid || wanted.st_gid != given.st_gid {
        // Only root gives files away; a member of the group may at least keep the group.
        isOwnerKept = fchown(new.number, wanted.st_uid, wanted.st_gid) == 0
        if !isOwnerKept { _ = fchown(new.number, gid_t.max, wanted.st_gid) }
    }
    // After the owner, whose change clears the bits for running as another user. Without the
    // owner those bits would mean another user.
    let mode = wanted.st_mode & (isOwnerKept ? 0o7777 : 0o777)
    let number = new.number
    try systemCall("fchmod", on: new.path) { fchmod(number, mode) }
    copyExtendedAttributes(from: old.number, to: new.number)
    return isOwnerKept
}

/// An attribute that the file system or this user cannot set is left out, as cp does.
private func copyExtendedAttributes(from old: Int32, to new: Int32) {
    let size = clinux_list_attributes(old, nil, 0)
    guard size > 0 else { return }
    var names = [CChar](repeating: 0, count: size)
    let count = clinux_list_attributes(old, &names, size)
    guard count > 0 else { return }
    for name in names[..<count].split(separator: 0) {
        let terminated = name + [0]
        terminated.withUnsafeBufferPointer { name in
            guard let name = name.baseAddress else { return }
            let size = clinux_get_attribute(old, name, nil, 0)
            guard size >= 0 else { return }
            var value = [UInt8](repeating: 0, count: size)
            let count = clinux_get_attribute(old, name, &value, size)
            guard count >= 0 else { return }
            _ = clinux_set_attribute(new, name, value, count)
        }
    }
}
