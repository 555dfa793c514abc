import CLinux
import Glibc

/// What a commit could not keep; the file is written all the same.
package enum CommitNote: Hashable, Sendable {
    /// The new file belongs to this user.
    case ownerNotKept
    /// The file had this many other names (hard links), which keep the old contents.
    case otherNames(Int)
}

extension CommitNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ownerNotKept:
            "its owner could not be kept: only root may give files away"
        case .otherNames(let count):
            count == 1
                ? "its other name (a hard link) keeps the old contents"
                : "its \(count) other names (hard links) keep the old contents"
        }
    }
}

/// A new version of a file, complete on the disk beside the old one, not yet in its place.
struct StagedFile: Sendable {
    /// What to write and where. The temporary name is chosen before anything is written, so that
    /// the journal can name it.
    struct Order: Sendable {
        /// The path as the user gave it.
        var path: String
        var places: Places
        var plan: SplicePlan
        var base: FileFingerprint
    }

    /// Absolute paths.
    struct Places: Hashable, Sendable {
        /// The file, symbolic links resolved.
        var target: String
        /// Beside it: its new version.
        var temporary: String
        /// Where the old version is kept, if asked for.
        var backup: String?
    }

    var places: Places
    var fingerprint: FileFingerprint
    var notes: [CommitNote]

    /// Writes the new version and waits until it is on the disk. If that fails, nothing is left.
    init(writing order: Order) throws(CommitError) {
        places = order.places
        do {
            (fingerprint, notes) = try Self.write(order)
        } catch let error as CommitError {
            throw error
        } catch let error as SystemError {
            throw CommitError(path: order.path, reason: .system(error))
        } catch {
            throw CommitError(path: order.path, reason: .misuse("\(error)"))
        }
    }

    private static func write(_ order: Order) throws -> (FileFingerprint, [CommitNote]) {
        func failure(_ reason: CommitError.Reason) -> CommitError {
            CommitError(path: order.path, reason: reason)
        }
        let target = order.places.target
        let old = try Descriptor(path: target, flags: O_RDONLY | O_NONBLOCK)
        let status = try old.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure(.notAFile) }
        guard faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) == 0 else {
            let code = errno
            throw code == EACCES
                ? failure(.protected)
                : SystemError(function: "access", path: target, code: code)
        }
        guard try FileFingerprint(old) == order.base else { throw failure(.changedOnDisk) }
        guard let pieces = order.plan.pieces(ofSize: Int(status.st_size)) else {
            throw failure(.misuse("the edits are out of order or outside the file"))
        }
        let new = try Descriptor(
            path: order.places.temporary, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        do {
            var writer = PieceWriter(to: new)
            writer.begin(size: Int(status.st_size))
            for expected in order.plan.expectations {
                guard try writer.digest(of: expected.range, in: old) == expected.digest else {
                    throw failure(.changedOnDisk)
                }
            }
            guard try write(pieces, of: order.plan, old: old, with: &writer) else {
                throw failure(.changedOnDisk)
            }
            var notes: [CommitNote] = []
            if try !copyAttributes(from: old, to: new) { notes.append(.ownerNotKept) }
            if status.st_nlink > 1 { notes.append(.otherNames(Int(status.st_nlink) - 1)) }
            try synchronise(new, replacing: old)
            return (try FileFingerprint(new), notes)
        } catch {
            unlink(order.places.temporary)
            throw error
        }
    }

    /// While the disk is waited for, the old version's pages are given up: nobody will read them
    /// again, and to free them takes time at the end.
    private static func synchronise(
        _ new: borrowing Descriptor, replacing old: borrowing Descriptor
    ) throws(SystemError) {
        let descriptor = old.number
        let path = new.path
        let file = new.number
        _ = try concurrently(
            { () throws(SystemError) in
                posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED))
            },
            while: { () throws(SystemError) in
                try systemCall("fsync", on: path) { fsync(file) }
            })
    }

    /// - Returns: false if the old file is shorter than it was.
    private static func write(
        _ pieces: [SplicePlan.Piece], of plan: SplicePlan, old: borrowing Descriptor,
        with writer: inout PieceWriter
    ) throws(SystemError) -> Bool {
        let fresh = plan.written.span
        for piece in pieces {
            switch piece {
            case .kept(let range), .copied(let range):
                guard try writer.copy(range, of: old) else { return false }
            case .new(let range):
                try fresh.extracting(range).withUnsafeBytes { (bytes) throws(SystemError) in
                    try writer.write(bytes)
                }
            }
        }
        try writer.flush()
        return true
    }
}

extension StagedFile.Places {
    /// Chooses a temporary name beside a file that exists.
    ///
    /// - Parameter backupSuffix: of the name under which the old version is kept.
    init(for path: String, backupSuffix: String?) throws(SystemError) {
        target = try realPath(of: path)
        var number: UInt64 = 0
        _ = try withUnsafeMutableBytes(of: &number) { (bytes) throws(SystemError) in
            try systemCall("getrandom", on: path) {
                clinux_random(bytes.baseAddress, bytes.count)
            }
        }
        // A name has at most 255 bytes.
        var name = fileName(of: target)
        while name.utf8.count > 230 { name.removeLast() }
        let place = folder(of: target)
        temporary = (place == "/" ? "/" : place + "/") + ".\(name).stet-\(number.hexadecimal)"
        backup = backupSuffix.map { target + $0 }
    }

    /// Keeps the old version if asked for, then puts the new one in its place. Either the old or
    /// the new version has the name at every moment; the folder is not yet synchronised.
    func install() throws(SystemError) {
        if let backup { try keep(target, as: backup) }
        try systemCall("rename", on: target) { rename(temporary, target) }
    }

    /// Gives a file a second name, in the place of what had it.
    private func keep(_ path: String, as backup: String) throws(SystemError) {
        let passing = temporary + "~"
        // What an interrupted commit left.
        unlink(passing)
        do throws(SystemError) {
            try systemCall("link", on: backup) { link(path, passing) }
        } catch  where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) {
            try copy(path, to: passing)
        }
        try systemCall("rename", on: backup) { rename(passing, backup) }
        // Renaming one name of a file to another name of the same file leaves both.
        unlink(passing)
    }

    /// For file systems without hard links.
    private func copy(_ path: String, to other: String) throws(SystemError) {
        let old = try Descriptor(path: path, flags: O_RDONLY)
        let new = try Descriptor(path: other, flags: O_RDWR | O_CREAT | O_EXCL)
        var writer = PieceWriter(to: new)
        _ = try writer.copy(0..<Int(try old.status().st_size), of: old)
        try writer.flush()
        try copyAttributes(from: old, to: new)
        try new.synchronise()
    }

    func discard() {
        unlink(temporary)
        unlink(temporary + "~")
    }
}
