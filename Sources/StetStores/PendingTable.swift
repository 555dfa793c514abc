import StetCore

/// Tables that are read although no file holds them like this: with edits that wait for a commit,
/// or built in memory.
extension TableFile {
    /// A source's file, to be read from front to back, as it is or as a commit would leave it. It
    /// reads the file that the source has open; nothing is written.
    ///
    /// - Parameter plan: the edits; nil: none.
    package convenience init(
        of source: TableSource, after plan: SplicePlan? = nil,
        chunkSize: Int = TableFile.chunkSize
    ) throws(StoreError) {
        let file = source.table.file
        let content = try plan.map { (plan) throws(StoreError) in
            try SplicedContent(of: file, after: plan)
        }
        try self.init(
            content.map { DataFile(path: file.path, content: $0) } ?? file,
            options: DialectOptions(pinning: source.dialect), chunkSize: chunkSize)
        spliced = content
    }

    /// The same file, edits that wait for it included, to be read from its beginning again.
    package convenience init(again other: TableFile) throws(StoreError) {
        try self.init(
            other.file, options: DialectOptions(pinning: other.dialect),
            chunkSize: TableFile.chunkSize)
        spliced = other.spliced
    }

    /// A text in UTF-8 with a header, delimited as files are by default.
    package convenience init(
        name: String, text: [UInt8], chunkSize: Int = TableFile.chunkSize
    ) throws(StoreError) {
        try self.init(
            DataFile(path: name, content: SplicedContent(text: text)),
            options: DialectOptions(pinning: Dialect()), chunkSize: chunkSize)
    }

    /// It is read with edits that no commit wrote.
    package var hasEdits: Bool { spliced != nil }

    /// Where a byte stands in the file that edits wait for; nil: it is one of the edits' own.
    package func committedOffset(of offset: Int) -> Int? {
        guard let spliced else { return offset }
        return spliced.baseOffset(of: offset)
    }
}

extension DialectOptions {
    /// Has a file read in a dialect that is known.
    package init(pinning dialect: Dialect) {
        self.init()
        delimiter = dialect.delimiter
        quote = .some(dialect.quote)
        hasHeader = dialect.hasHeader
        encoding = dialect.encoding
    }
}

/// A place in a record of a file, to be told by line and column.
package struct PlaceQuestion: Sendable {
    /// From 0.
    package var record: Int
    /// The byte of the file, where it is known.
    package var offset: Int?
    /// Else the cell; without one, or where the record is too short, the record's start.
    package var column: Int?

    package init(record: Int, offset: Int?, column: Int?) {
        self.record = record
        self.offset = offset
        self.column = column
    }
}

extension TableFile {
    /// Answers questions for places in one pass over the file, which must not have been read yet.
    ///
    /// - Returns: an answer for each question; nil where the file has no such record.
    package func positions(of questions: [PlaceQuestion]) throws(StoreError) -> [Position?] {
        var answers = [Position?](repeating: nil, count: questions.count)
        let order = questions.indices.sorted { questions[$0].record < questions[$1].record }
        var next = 0
        let chunk = Chunk()
        let block = RecordBlock()
        let parser = RecordParser(dialect: dialect, width: columns.count)
        var failures: [StructuralFailure] = []
        while next < order.count, try nextChunk(into: chunk) {
            let first = chunk.recordsBefore
            while next < order.count,
                questions[order[next]].record < first + chunk.records,
                parser.parse(chunk, into: block, failures: &failures)
            {
                failures.removeAll(keepingCapacity: true)
                while next < order.count {
                    let question = questions[order[next]]
                    let record = question.record - first - block.firstRecord
                    guard record < block.recordCount else { break }
                    if record >= 0 {
                        answers[order[next]] = chunk.position(
                            of: block.place(of: question, record: record, in: chunk),
                            known: Int(block.recordStart[record]),
                            lines: Int(block.line[record]))
                    }
                    next += 1
                }
            }
        }
        return answers
    }
}

extension RecordBlock {
    /// The byte of the text that a question is about.
    fileprivate func place(of question: PlaceQuestion, record: Int, in chunk: Chunk) -> Int {
        let start = Int(recordStart[record])
        if let offset = question.offset {
            var (low, high) = (start, Int(recordStart[record + 1]))
            while low < high {
                let middle = (low + high) / 2
                if chunk.fileOffset(of: middle) < offset { low = middle + 1 } else { high = middle }
            }
            if low < Int(recordStart[record + 1]), chunk.fileOffset(of: low) == offset {
                return low
            }
        }
        guard let column = question.column, let cell = cell(record: record, column: column) else {
            return start
        }
        return Int(cellStart[cell])
    }
}
