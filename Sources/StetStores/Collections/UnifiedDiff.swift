import StetCore

/// What a commit would do to a file's lines, as `patch` and `git apply` take it: hunks with three
/// lines of context. Lines end at line feeds; the bytes are those of the file, whatever its
/// encoding. It is made from the edits alone: the rest of the file is only counted through.
package struct UnifiedDiff {
    package struct Line: Hashable, Sendable {
        package enum Kind: Sendable {
            /// `---` and `+++`
            case file
            /// `@@`
            case hunk
            case context, removed, added
            /// That the last line has no end.
            case note
        }

        package var kind: Kind
        /// With its mark, without its end.
        package var bytes: [UInt8]
    }

    private static let context = 3

    private let plan: SplicePlan
    private let lines: FileLines
    private let path: String

    /// - Parameters:
    ///   - source: the file that the plan is for.
    ///   - path: what the diff calls it.
    package init(_ plan: SplicePlan, of source: TableSource, path: String) {
        self.plan = plan
        lines = FileLines(source.table)
        self.path = path
    }

    /// Calls `body` for each line; for none if no line changes.
    package func forEachLine(_ body: (Line) -> Void) throws(StoreError) {
        let blocks = try blocks()
        guard !blocks.isEmpty else { return }
        body(Line(kind: .file, bytes: Array("--- ".utf8) + Self.name(path, in: "a/")))
        body(Line(kind: .file, bytes: Array("+++ ".utf8) + Self.name(path, in: "b/")))
        var (counted, line, shift) = (0, 1, 0)
        var index = 0
        while index < blocks.count {
            var hunk = Hunk(blocks[index])
            line += try lines.count(in: counted..<hunk.start)
            counted = hunk.start
            index += 1
            while index < blocks.count {
                let gap = hunk.end..<blocks[index].old.lowerBound
                guard try lines.count(in: gap, upTo: 2 * Self.context + 1) <= 2 * Self.context
                else { break }
                hunk.append(blocks[index])
                index += 1
            }
            let before = try lines.start(of: Self.context, before: hunk.start)..<hunk.start
            let after = hunk.end..<(try lines.end(of: Self.context, after: hunk.end))
            shift += try write(
                hunk, before, after, line: line - lines.count(in: before), shift, body)
        }
    }

    // MARK: Hunks

    /// Blocks that share their context.
    private struct Hunk {
        var blocks: [LineBlock]

        init(_ block: LineBlock) { blocks = [block] }

        var start: Int { blocks[0].old.lowerBound }
        var end: Int { blocks[blocks.count - 1].old.upperBound }

        mutating func append(_ block: LineBlock) { blocks.append(block) }
    }

    /// - Parameters:
    ///   - line: the number of the first line of the context in the old file.
    ///   - shift: how many lines more the new file has before the hunk.
    /// - Returns: how many lines the hunk adds.
    private func write(
        _ hunk: Hunk, _ before: Range<Int>, _ after: Range<Int>, line: Int, _ shift: Int,
        _ body: (Line) -> Void
    ) throws(StoreError) -> Int {
        var output: [Line] = []
        var (oldCount, newCount) = (0, 0)
        func add(_ text: ArraySlice<UInt8>, _ kind: Line.Kind, _ mark: String) {
            FileLines.forEachLine(of: text) { line in
                if kind != .added { oldCount += 1 }
                if kind != .removed { newCount += 1 }
                let hasEnd = line.last == 0x0A
                output.append(
                    Line(kind: kind, bytes: Array(mark.utf8) + (hasEnd ? line.dropLast() : line)))
                guard !hasEnd else { return }
                output.append(
                    Line(kind: .note, bytes: Array("\\ No newline at end of file".utf8)))
            }
        }
        var place = before.lowerBound
        for block in hunk.blocks {
            add(try lines.read(place..<block.old.lowerBound)[...], .context, " ")
            add(try lines.read(block.old)[...], .removed, "-")
            add(block.new[...], .added, "+")
            place = block.old.upperBound
        }
        add(try lines.read(after)[...], .context, " ")
        func range(_ mark: String, _ start: Int, _ count: Int) -> String {
            // No lines are said to stand behind the line before them.
            mark + "\(count == 0 ? start - 1 : start)" + (count == 1 ? "" : ",\(count)")
        }
        let header =
            "@@ \(range("-", line, oldCount)) \(range("+", line + shift, newCount)) @@"
        body(Line(kind: .hunk, bytes: Array(header.utf8)))
        output.forEach(body)
        return newCount - oldCount
    }

    // MARK: Blocks

    /// Whole lines of the old file that become others.
    private struct LineBlock {
        var old: Range<Int>
        var new: [UInt8]
    }

    private func blocks() throws(StoreError) -> [LineBlock] {
        guard let pieces = plan.pieces(ofSize: lines.size) else {
            throw StoreError(path: path, reason: "it is shorter than when it was read")
        }
        var blocks: [LineBlock] = []
        // The edits of a run of lines: what they replace, not yet up to the end of the last line.
        var pending: LineBlock?
        var position = 0
        var replacement: [UInt8] = []
        func close() throws(StoreError) {
            guard var block = pending else { return }
            let end = try end(of: block)
            block.new += try lines.read(block.old.upperBound..<end)
            block.old = block.old.lowerBound..<end
            if let block = try trimmed(block) { blocks.append(block) }
            pending = nil
        }
        func splice(_ old: Range<Int>) throws(StoreError) {
            guard !old.isEmpty || !replacement.isEmpty else { return }
            defer { replacement = [] }
            if var block = pending, try old.lowerBound <= end(of: block) {
                block.new += try lines.read(block.old.upperBound..<old.lowerBound)
                block.new += replacement
                block.old = block.old.lowerBound..<old.upperBound
                pending = block
                return
            }
            try close()
            let start = try lines.start(of: 0, before: old.lowerBound)
            pending = LineBlock(
                old: start..<old.upperBound,
                new: try lines.read(start..<old.lowerBound) + replacement)
        }
        for piece in pieces {
            switch piece {
            case .kept(let range):
                try splice(position..<range.lowerBound)
                position = range.upperBound
            case .copied(let range): replacement += try lines.read(range)
            case .new(let range): replacement += plan.written[range]
            }
        }
        try splice(position..<lines.size)
        try close()
        return blocks
    }

    /// Where the lines end that a block has begun to replace: behind it, if old and new text both
    /// end with a line there.
    private func end(of block: LineBlock) throws(StoreError) -> Int {
        let end = block.old.upperBound
        let isNewWhole = block.new.isEmpty || block.new.last == 0x0A
        if isNewWhole, try lines.start(of: 0, before: end) == end { return end }
        return try lines.end(of: 1, after: end)
    }

    /// A block without the lines at its start and end that stay; nil if all do.
    private func trimmed(_ block: LineBlock) throws(StoreError) -> LineBlock? {
        let text = try lines.read(block.old)
        var (old, new) = (FileLines.lines(of: text[...]), FileLines.lines(of: block.new[...]))
        var range = block.old
        while let first = old.first, first == new.first {
            range = range.lowerBound + first.count..<range.upperBound
            old.removeFirst()
            new.removeFirst()
        }
        while let last = old.last, last == new.last {
            range = range.lowerBound..<range.upperBound - last.count
            old.removeLast()
            new.removeLast()
        }
        if old.isEmpty, new.isEmpty { return nil }
        return LineBlock(old: range, new: Array(new.joined()))
    }

    // MARK: Names

    /// A file's name as git writes it: relative, in quotes where bytes in it would mislead.
    private static func name(_ path: String, in folder: String) -> [UInt8] {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let bytes = Array((folder + path.drop { $0 == "/" }).utf8)
        guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            // A name with a blank ends at a tab.
            return bytes.contains(0x20) ? bytes + [0x09] : bytes
        }
        var result: [UInt8] = [0x22]
        for byte in bytes {
            switch byte {
            case 0x22, 0x5C: result += [0x5C, byte]
            case 0..<0x20, 0x7F:
                let octal = String(byte, radix: 8)
                result += Array(("\\" + String(repeating: "0", count: 3 - octal.count)).utf8)
                result += Array(octal.utf8)
            default: result.append(byte)
            }
        }
        return result + [0x22]
    }
}
