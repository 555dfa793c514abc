import StetCore

/// Reads the first record of a file: the names of its columns, or how many there are.
struct HeaderReader {
    let source: TextSource
    let dialect: Dialect

    struct Header {
        var columns: [Column] = []
        var findings: [StructuralFinding] = []
        /// Where the first record ends in the file.
        var end: Int
        /// Physical lines of it.
        var lines = 0
        var lineEnds = LineEndCounts()
    }

    /// - Parameter offset: where the text begins in the file.
    func read(at offset: Int) throws(StoreError) -> Header {
        var header = Header(end: offset)
        let chunk = Chunk()
        source.begin(chunk, at: offset)
        try source.load(into: chunk, upTo: offset + TextSource.pieceSize)
        guard chunk.count > 0 else {
            header.findings.append(
                StructuralFinding(
                    code: "csv.empty", severity: .error,
                    message: "the file is empty: it has no header and no records"))
            return header
        }
        let exact = ExactRecordReader(source: source, dialect: dialect, width: -1)
        let (next, ending) = try exact.read(at: 0, in: chunk)
        header.end = chunk.fileOffset(of: next)
        if let ending { header.lineEnds.count(ending) }
        chunk.finish(count: next)
        header.lines = StructuralScanner.lineEnds(in: chunk.text, from: 0, below: next)

        let block = RecordBlock()
        var failures: [StructuralFailure] = []
        // The width of the header is what is looked for: -1 makes even a blank line a failure,
        // and with it no cell.
        let parser = RecordParser(dialect: dialect, width: -1)
        guard parser.parse(chunk, into: block, failures: &failures) else { return header }
        var names = block.cells(ofRecord: 0, quote: dialect.quote)
        if names.isEmpty { names = [""] }
        for (index, name) in names.enumerated() {
            let start = index < block.cellCount ? Int(block.cellStart[index]) : 0
            let quoted =
                index < block.cellCount && block.cellFlags[index] & RecordBlock.quoted != 0
            let position = chunk.position(of: quoted ? start - 1 : start)
            header.columns.append(
                Column(
                    name: dialect.hasHeader ? name : ByteString(String(index + 1)),
                    position: position))
        }
        guard dialect.hasHeader else { return header }
        for failure in failures {
            if case .ragged = failure.kind { continue }
            header.findings.append(
                StructuralFinding(
                    code: failure.code, severity: .error,
                    message: failure.message(
                        width: header.columns.count, encoding: dialect.encoding),
                    position: chunk.position(of: failure.range.lowerBound),
                    excerpt: chunk.excerpt(around: failure.range)))
        }
        addNameFindings(to: &header, chunk: chunk, block: block)
        return header
    }

    private func addNameFindings(to header: inout Header, chunk: Chunk, block: RecordBlock) {
        var first: [ByteString: Int] = [:]
        for (index, column) in header.columns.enumerated() {
            let range =
                index < block.cellCount
                ? Int(block.cellStart[index])..<Int(block.cellEnd[index]) : 0..<0
            func add(_ code: String, _ message: String) {
                header.findings.append(
                    StructuralFinding(
                        code: code, severity: .warning, message: message,
                        position: column.position, excerpt: chunk.excerpt(around: range)))
            }
            let isBlank = column.name.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            if isBlank {
                add("csv.header.blank", "column \(index + 1) has no name")
            } else if let earlier = first[column.name] {
                add(
                    "csv.header.duplicate",
                    "columns \(earlier + 1) and \(index + 1) have one name;"
                        + " the name means the first of them")
            } else {
                first[column.name] = index
            }
        }
    }
}
