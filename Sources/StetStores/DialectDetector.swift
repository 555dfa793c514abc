import StetCore

/// Finds how a delimited file is written from its first bytes. What it finds says how to read,
/// never what is allowed.
struct DialectDetector {
    let path: String
    let options: DialectOptions
    /// The sample is all of the file.
    let isWhole: Bool

    /// Bytes of the file to look at.
    static let sampleSize = 128 << 10
    static let delimiters = [",", "\t", ";", "|"].map { ($0 as Unicode.Scalar).value }
        .map(UInt8.init)

    /// - Parameter sample: a finished chunk.
    func dialect(of sample: Chunk) -> Dialect {
        let best = bestReading(of: sample)
        var dialect = best.dialect
        dialect.hasHeader = options.hasHeader ?? HeaderEvidence(reading: best).hasHeader
        dialect.lineEnd = best.lineEnds.usual
        return dialect
    }

    private func bestReading(of sample: Chunk) -> SampleReading {
        let isTabbed = [".tsv", ".tab"].contains { path.lowercased().hasSuffix($0) }
        let usual = UInt8(ascii: isTabbed ? "\t" : ",")
        let delimiters = options.delimiter.map { [$0] } ?? Self.delimiters
        var best: SampleReading?
        for delimiter in delimiters {
            let reading = reading(of: sample, delimiter: delimiter)
            if isTabbed, delimiter == usual, reading.width > 1, reading.share >= 0.5 {
                return reading
            }
            if reading.score > best?.score ?? 0 { best = reading }
        }
        return best ?? reading(of: sample, delimiter: options.delimiter ?? usual)
    }

    /// Reads the sample with one delimiter and the quote that fits it.
    private func reading(of sample: Chunk, delimiter: UInt8) -> SampleReading {
        func reading(quote: UInt8?) -> SampleReading {
            var dialect = Dialect()
            dialect.delimiter = delimiter
            dialect.quote = quote
            return SampleReading(of: sample, dialect: dialect, isWhole: isWhole)
        }
        if let pinned = options.quote { return reading(quote: pinned) }
        let double = reading(quote: UInt8(ascii: "\""))
        guard double.quotedCells == 0 else { return double }
        let single = reading(quote: UInt8(ascii: "'"))
        return single.isQuotedThroughout ? single : double
    }
}
