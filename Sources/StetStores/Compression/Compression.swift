import CZlib
import CZstd

/// How a file is compressed. Such a file is read, but never written.
package enum Compression: String, Sendable {
    case gzip
    case zstd

    /// The releases of the libraries, such as "1.2.13".
    package static var libraryVersions: (zlib: String, zstd: String) {
        (String(cString: zlibVersion()), String(cString: ZSTD_versionString()))
    }

    /// What the first bytes of a file say (RFC 1952, RFC 8878).
    init?(magic bytes: [UInt8]) {
        if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
            self = .gzip
        } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else {
            return nil
        }
    }

    /// A decoder for a file of that kind.
    func makeDecoder() throws(DecodingError) -> any Decoder {
        switch self {
        case .gzip: try GzipDecoder()
        case .zstd: try ZstdDecoder()
        }
    }
}

/// Turns compressed bytes into what they stand for, piece by piece.
protocol Decoder: AnyObject {
    /// Decodes as much as there is room for.
    ///
    /// - Returns: how many bytes were taken and how many given; taking none and giving none: it
    ///   needs more.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecodingError) -> (taken: Int, given: Int)

    /// All that was begun has its end: the file may end here.
    var isAtEnd: Bool { get }
}

/// Why compressed bytes cannot be decoded, in the library's words.
struct DecodingError: Error {
    var message: String
}
