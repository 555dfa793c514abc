import CLinux
import Glibc

/// Finds where a path really leads, and whether that is covered by a right.
///
/// Links are followed first, by `realpath`; the place is judged; and then it is opened name by name
/// from the root without following any link, so that whoever swaps a folder for a link in between
/// gains nothing.
enum ConfinedPath {
    /// Opens what a path leads to, if a right covers it.
    ///
    /// - Parameters:
    ///   - path: absolute, or seen from `folder`.
    ///   - flags: how to open; a file is created if they have `O_CREAT`.
    static func open(
        _ path: String, from folder: String, as access: FileGrant.Access, flags: Int32,
        grants: [FileGrant]
    ) throws(ConfinedFileError) -> Int32 {
        guard !path.utf8.contains(0), !path.isEmpty else { throw .outside(path: path) }
        let full = path.hasPrefix("/") ? path : folder + "/" + path
        // Told before whether there is such a file: that is nobody's business outside.
        let mayBe = grants.contains { $0.access == access && isBelow(full, $0.path) }
        let place: String
        do throws(SystemError) {
            place = try realPlace(of: full, mayBeNew: flags & O_CREAT != 0)
        } catch {
            guard mayBe, !full.split(separator: "/").contains("..") else {
                throw .outside(path: path)
            }
            throw .system(SystemError(function: "open", path: path, code: error.code))
        }
        // Whoever could write there could trust himself.
        let state = optionalPlace(of: StateFolder.pathOfUser)
        guard state.map({ !isBelow(place, $0) }) ?? true,
            grants.contains(where: { $0.access == access && covers($0, place) })
        else { throw .outside(path: path) }
        return try open(place, calling: path, flags: flags)
    }

    /// Whether the real place is at or below that of the right.
    private static func covers(_ grant: FileGrant, _ place: String) -> Bool {
        guard let root = optionalPlace(of: grant.path) else { return false }
        if let bound = grant.bound {
            guard let limit = optionalPlace(of: bound), isBelow(root, limit) else { return false }
        }
        return isBelow(place, root)
    }

    private static func optionalPlace(of path: String) -> String? {
        do throws(SystemError) {
            return try realPlace(of: path, mayBeNew: true)
        } catch {
            // What has no place covers nothing.
            return nil
        }
    }

    /// - Parameter mayBeNew: the last name need not be there.
    private static func realPlace(of path: String, mayBeNew: Bool) throws(SystemError) -> String {
        do throws(SystemError) {
            return try realPath(of: path)
        } catch {
            guard mayBeNew, error.code == ENOENT else { throw error }
            var trimmed = path[...]
            while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
            let name = fileName(of: String(trimmed))
            var status = stat()
            // A link that leads nowhere is there.
            guard name != "..", name != ".", !name.isEmpty,
                lstat(String(trimmed), &status) != 0, errno == ENOENT
            else { throw error }
            let parent = try realPath(of: StetStores.folder(of: String(trimmed)))
            return parent == "/" ? "/" + name : parent + "/" + name
        }
    }

    static func isBelow(_ path: String, _ folder: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        let above = folder.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
            .filter { $0 != [UInt8(ascii: ".")] }
        return parts.starts(with: above)
    }

    /// Opens a place that has no link in it.
    private static func open(
        _ place: String, calling path: String, flags: Int32
    ) throws(ConfinedFileError) -> Int32 {
        func failure(_ code: Int32) -> ConfinedFileError {
            .system(SystemError(function: "open", path: path, code: code))
        }
        let names = place.split(separator: "/").map(String.init)
        guard let last = names.last else { throw .notAFile(path: path) }
        var folder = clinux_open_folder(AT_FDCWD, "/")
        guard folder >= 0 else { throw failure(errno) }
        defer { close(folder) }
        for name in names.dropLast() {
            let next = clinux_open_folder(folder, name)
            guard next >= 0 else {
                throw errno == ELOOP || errno == ENOTDIR ? .outside(path: path) : failure(errno)
            }
            close(folder)
            folder = next
        }
        // To open a pipe or a device may wait, or do something.
        var status = stat()
        if fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT != S_IFREG
        {
            throw .notAFile(path: path)
        }
        let file = openat(
            folder, last, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw errno == ELOOP ? .outside(path: path) : failure(errno) }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .notAFile(path: path)
        }
        return file
    }
}
