import CZstd

/// Decodes Zstandard, frame after frame.
///
/// Unsafe code: the context lives from `init` to `deinit`; the buffers are used during a call only.
final class ZstdDecoder: Decoder {
    private let context: OpaquePointer
    private(set) var isAtEnd = false

    init() throws(DecodingError) {
        guard let context = ZSTD_createDCtx() else {
            throw DecodingError(message: "there is not enough memory")
        }
        self.context = context
    }

    deinit {
        ZSTD_freeDCtx(context)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecodingError) -> (taken: Int, given: Int) {
        if isAtEnd, input.isEmpty { return (0, 0) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let code = ZSTD_decompressStream(context, &target, &source)
        guard ZSTD_isError(code) == 0 else {
            throw DecodingError(message: String(cString: ZSTD_getErrorName(code)))
        }
        // 0: a frame is complete and all of it was given.
        isAtEnd = code == 0
        return (source.pos, target.pos)
    }
}
