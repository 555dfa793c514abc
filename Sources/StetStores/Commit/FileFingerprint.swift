import Glibc

/// What a file looked like at one moment, to tell later whether another program changed it.
package struct FileFingerprint: Hashable, Sendable {
    /// Bytes.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    package var inode: UInt64
    /// Digest of the first `endSize` bytes.
    package var head: UInt64
    /// Digest of the last `endSize` bytes.
    package var tail: UInt64

    private static let endSize = 64 << 10

    /// - Parameter path: symbolic links are followed.
    package init(path: String) throws(SystemError) {
        try self.init(Descriptor(path: path, flags: O_RDONLY | O_NONBLOCK))
    }

    init(_ file: borrowing Descriptor) throws(SystemError) {
        let status = try file.status()
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
        (head, tail) = (0, 0)
        guard status.st_mode & S_IFMT == S_IFREG else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.endSize, alignment: 8)
        defer { buffer.deallocate() }
        var count = try file.read(into: buffer, at: 0)
        head = ContentDigest.of(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        count = try file.read(into: buffer, at: max(0, Int(size) - Self.endSize))
        tail = ContentDigest.of(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// Whether the file at `path` is another than when this was taken, or gone.
    package func hasChanged(at path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try FileFingerprint(path: path) != self
        } catch  where error.code == ENOENT {
            return true
        }
    }
}

extension FileFingerprint {
    /// Forty bytes that `init(encoded:)` reads.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let words = [
            UInt64(bitPattern: size), UInt64(bitPattern: modified), inode, head, tail,
        ]
        for word in words {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// nil unless `encoded` gave the bytes.
    package init?(encoded bytes: [UInt8]) {
        guard bytes.count == 40 else { return nil }
        func word(_ index: Int) -> UInt64 {
            bytes[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        size = Int64(bitPattern: word(0))
        modified = Int64(bitPattern: word(1))
        inode = word(2)
        head = word(3)
        tail = word(4)
    }
}
