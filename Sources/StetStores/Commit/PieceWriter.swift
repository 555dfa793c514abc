import CLinux
import Glibc
import StetCore

/// Writes a new file from runs of an old one and new bytes. Long runs that stay where they were in
/// their pages are copied inside the kernel, others through a buffer: the kernel would copy each of
/// their pages in two parts, which takes longer. Short runs cost no system call each.
///
/// Unsafe code: `output` and `window` are owned until `deinit`; the first `pending` bytes of
/// `output` wait to be written, the first `windowCount` of `window` are the old file's from
/// `windowStart`.
struct PieceWriter: ~Copyable {
    private let target: Int32
    private let targetPath: String
    private let output: UnsafeMutableRawBufferPointer
    private let window: UnsafeMutableRawBufferPointer
    private var pending = 0
    private var windowStart = 0
    private var windowCount = 0
    private var written = 0
    private var copiesInKernel = true
    private let work = LongWork.current
    /// nil until the file is long enough to be worth a thread.
    private var writeback: Writeback?

    private static let bufferSize = 1 << 20
    /// Runs from this size on are copied inside the kernel.
    private static let longRun = 256 << 10
    private static let pageSize = 4 << 10
    /// After so many bytes the disk begins to write, so that the final wait is short.
    private static let writebackSize = 8 << 20

    /// - Parameter target: must outlive the writer.
    init(to target: borrowing Descriptor) {
        self.target = target.number
        targetPath = target.path
        output = .allocate(byteCount: Self.bufferSize, alignment: 8)
        window = .allocate(byteCount: Self.bufferSize, alignment: 8)
    }

    deinit {
        output.deallocate()
        window.deallocate()
    }

    /// So many bytes will be written.
    func begin(size: Int) { work?.begin("writing", of: size) }

    /// Appends bytes.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        guard bytes.count > 0 else { return }
        if pending + bytes.count > output.count { try flush() }
        if bytes.count >= output.count {
            try writeAll(bytes)
        } else {
            UnsafeMutableRawBufferPointer(rebasing: output[pending...]).copyMemory(from: bytes)
            pending += bytes.count
        }
    }

    /// Appends a range of the old file.
    ///
    /// - Returns: false if the file ends before the range does.
    mutating func copy(_ range: Range<Int>, of source: borrowing Descriptor) throws(SystemError)
        -> Bool
    {
        var offset = range.lowerBound
        let isShifted = (written + pending - offset) % Self.pageSize != 0
        if range.count >= Self.longRun, !isShifted, copiesInKernel {
            try flush()
            offset = try copyInKernel(range, of: source)
        } else if range.count >= Self.longRun {
            try flush()
            offset = try copyLong(range, of: source)
        }
        while offset < range.upperBound {
            guard let bytes = try peek(offset..<range.upperBound, of: source) else { return false }
            try write(bytes)
            offset += bytes.count
        }
        return true
    }

    /// Copies through the buffer that is written, which is empty, so that the bytes are moved only
    /// once; each write ends with a page.
    ///
    /// - Returns: where short runs go on.
    private mutating func copyLong(_ range: Range<Int>, of source: borrowing Descriptor)
        throws(SystemError) -> Int
    {
        var offset = range.lowerBound
        while range.upperBound - offset >= Self.longRun {
            let count = Self.longRun - written % Self.pageSize
            let buffer = UnsafeMutableRawBufferPointer(rebasing: output[..<count])
            let got = try source.read(into: buffer, at: offset)
            guard got > 0 else { break }
            try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
            offset += got
        }
        return offset
    }

    /// Writes what waits in the buffer.
    mutating func flush() throws(SystemError) {
        guard pending > 0 else { return }
        let count = pending
        pending = 0
        try writeAll(UnsafeRawBufferPointer(rebasing: output[..<count]))
    }

    /// The digest of a range of the old file; nil if the file ends before the range does.
    mutating func digest(of range: Range<Int>, in source: borrowing Descriptor)
        throws(SystemError) -> UInt64?
    {
        if let bytes = try peek(range, of: source), bytes.count == range.count {
            return ContentDigest.of(bytes)
        }
        let long = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 8)
        defer { long.deallocate() }
        guard try source.read(into: long, at: range.lowerBound) == range.count else { return nil }
        return ContentDigest.of(UnsafeRawBufferPointer(long))
    }

    /// Bytes of the old file from the start of a range, as many of it as the window has. Valid
    /// until the next call.
    private mutating func peek(_ range: Range<Int>, of source: borrowing Descriptor)
        throws(SystemError) -> UnsafeRawBufferPointer?
    {
        let isInWindow =
            range.lowerBound >= windowStart
            && min(range.upperBound, range.lowerBound + Self.longRun) <= windowStart + windowCount
        if !isInWindow {
            windowStart = range.lowerBound
            windowCount = try source.read(into: window, at: windowStart)
        }
        let start = range.lowerBound - windowStart
        let end = min(range.upperBound - windowStart, windowCount)
        guard start < end else { return nil }
        return UnsafeRawBufferPointer(rebasing: window[start..<end])
    }

    /// - Returns: the offset up to which the kernel copied; less than the end if it cannot.
    private mutating func copyInKernel(_ range: Range<Int>, of source: borrowing Descriptor)
        throws(SystemError) -> Int
    {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(range.upperBound - offset, Self.writebackSize)
            let source = source.number
            try requireWanted()
            do throws(SystemError) {
                let copied = try systemCall("copy_file_range", on: targetPath) {
                    clinux_copy_file_range(source, Int64(offset), target, count)
                }
                guard copied > 0 else { break }
                offset += copied
                noteWritten(copied)
            } catch {
                let cannot = [ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM, EBADF]
                guard cannot.contains(error.code) else { throw error }
                copiesInKernel = false
                break
            }
        }
        return offset
    }

    private mutating func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            try requireWanted()
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try systemCall("write", on: targetPath) {
                Glibc.write(target, rest.baseAddress, rest.count)
            }
            done += count
            noteWritten(count)
        }
    }

    /// Whoever waits may have had enough of it.
    private func requireWanted() throws(SystemError) {
        if work?.isStopped == true {
            throw SystemError(function: "write", path: targetPath, code: ECANCELED)
        }
    }

    private mutating func noteWritten(_ count: Int) {
        let before = written
        written += count
        work?.advance(to: written)
        guard before / Self.writebackSize != written / Self.writebackSize else { return }
        let start = before / Self.writebackSize * Self.writebackSize
        if writeback == nil { writeback = Writeback(of: target) }
        writeback?.begin(start..<written)
    }
}
