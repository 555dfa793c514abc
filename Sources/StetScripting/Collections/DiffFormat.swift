import StetCore
import StetStores
import StetText

/// The forms in which a diff is written.
package enum DiffFormat: String, CaseIterable, Sendable {
    /// By record and field, for people.
    case text
    /// One object.
    case json
    /// The lines of the file, as `patch` and `git apply` take them.
    case unified
}

/// Which changes a diff of an open table shows.
package enum DiffExtent: Sendable {
    /// Those that are not committed; as a unified diff, all that are not in the file.
    case pending
    /// Those that were committed and are not in the file yet.
    case staged
}

extension OpenedTable {
    /// Writes what a commit would change, in pieces; nothing where it would change nothing.
    ///
    /// Those of a job are of several files: a text names the file first.
    ///
    /// - Parameter isForScreen: control bytes of the data are escaped in every form. Otherwise a
    ///   unified diff has the bytes of the file.
    package func writeDiff(
        _ format: DiffFormat, of extent: DiffExtent = .pending,
        style: Style = Style(isColored: false), isForScreen: Bool, _ write: ([UInt8]) -> Void
    ) throws(TableError) {
        if format == .unified {
            let wanted =
                extent == .staged ? collection.committedSnapshot : collection.snapshot
            guard let (plan, source) = try plan(upTo: wanted) else { return }
            let diff = UnifiedDiff(plan, of: source, path: path)
            do throws(StoreError) {
                try diff.write(
                    in: UnifiedDiffStyle(style: style, isForScreen: isForScreen), write)
            } catch {
                throw .store(error)
            }
            return
        }
        do throws(CollectionError) {
            let diff = extent == .staged ? try stagedDiff() : try collection.diff()
            guard !diff.isEmpty else { return }
            var text = diff.written(format, style: style)
            if format == .json {
                var start = Array("{\"file\":".utf8)
                start.appendJSONString(path)
                text.replaceSubrange(0..<1, with: start + [UInt8(ascii: ",")])
            } else if extent == .staged {
                text.insert(
                    contentsOf: Array("\(style.bold(SafeText.escaped(path)))\n".utf8), at: 0)
            }
            write(text)
        } catch {
            throw .collection(error)
        }
    }
}

extension CollectionDiff {
    /// The diff as text or JSON, each line with its end. Control bytes are escaped.
    func written(_ format: DiffFormat, style: Style) -> [UInt8] {
        if format == .json { return Array((json + "\n").utf8) }
        var result: [UInt8] = []
        for line in lines {
            let text = SafeText.escaped(line.text)
            let styled =
                switch line.kind {
                case .heading: style.bold(text)
                case .removed: style.red(text)
                case .added: style.green(text)
                }
            result.append(contentsOf: styled.utf8)
            result.append(0x0A)
        }
        return result
    }
}

/// How the lines of a unified diff are written.
struct UnifiedDiffStyle {
    var style: Style
    var isForScreen: Bool

    func text(of line: UnifiedDiff.Line) -> [UInt8] {
        guard isForScreen else { return line.bytes }
        let text = SafeText(line.bytes, tabStop: 8).text
        let styled =
            switch line.kind {
            case .file: style.bold(text)
            case .hunk: style.cyan(text)
            case .removed: style.red(text)
            case .added: style.green(text)
            case .context, .note: text
            }
        return Array(styled.utf8)
    }
}

extension UnifiedDiff {
    private static let pieceSize = 64 << 10

    func write(
        in style: UnifiedDiffStyle, _ write: ([UInt8]) -> Void
    ) throws(StoreError) {
        var output: [UInt8] = []
        try forEachLine { line in
            output += style.text(of: line)
            output.append(0x0A)
            if output.count >= Self.pieceSize {
                write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        if !output.isEmpty { write(output) }
    }
}
