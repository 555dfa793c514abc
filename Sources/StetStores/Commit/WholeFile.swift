import Glibc

/// Writes a file that is not data of the user's but made from it, a report: the whole text takes
/// the name at once, so that nobody reads half of it.
package enum WholeFile {
    /// - Throws: `SystemError`; the old file, if there was one, is as it was.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // A pipe or a device has no name to take.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            try write(bytes, Descriptor(path: path, flags: O_WRONLY))
            return
        }
        let temporary = "\(path).\(getpid()).tmp"
        do throws(SystemError) {
            try write(
                bytes,
                Descriptor(path: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666))
            try systemCall("rename", on: path) { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], _ file: borrowing Descriptor
    ) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try file.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
