import CZlib

/// Decodes gzip, member after member.
///
/// Unsafe code: the stream has a fixed address, since zlib points back to it; its pointers to
/// input and output are set before each call and not used after it.
final class GzipDecoder: Decoder {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private(set) var isAtEnd = false

    init() throws(DecodingError) {
        stream.initialize(to: z_stream())
        guard czlib_begin_gzip(stream) == Z_OK else {
            stream.deallocate()
            throw DecodingError(message: "there is not enough memory")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecodingError) -> (taken: Int, given: Int) {
        if isAtEnd {
            guard !input.isEmpty else { return (0, 0) }
            // Files that were put together hold one member after the other.
            guard inflateReset(stream) == Z_OK else { throw failure }
            isAtEnd = false
        }
        let bytes = input.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let code = inflate(stream, Z_NO_FLUSH)
        isAtEnd = code == Z_STREAM_END
        guard isAtEnd || code == Z_OK || code == Z_BUF_ERROR else { throw failure }
        return (
            input.count - Int(stream.pointee.avail_in),
            output.count - Int(stream.pointee.avail_out)
        )
    }

    private var failure: DecodingError {
        DecodingError(message: stream.pointee.msg.map { String(cString: $0) } ?? "bad data")
    }
}
