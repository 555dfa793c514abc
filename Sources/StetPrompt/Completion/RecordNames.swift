import StetCore
import StetScripting
import StetText

/// Keys and fields of a collection as candidates.
enum RecordNames {
    /// Offers the texts of the keys, in the order of the records, as far as the budget reaches.
    static func offerKeys(
        of collection: StetCore.Collection, to list: inout CandidateList,
        _ candidate: (String) -> Candidate?
    ) {
        guard let columns = collection.knownKeyColumns, !columns.isEmpty else { return }
        do throws(CollectionError) {
            try collection.snapshot.scan(columns) { _, cells in
                if cells.count == 1 {
                    return list.offer(cells[0]?.text.bytes ?? [], candidate)
                }
                return list.offer(
                    Array(cells.map { $0?.text.bytes ?? [] }.joined(separator: Array("/".utf8))),
                    candidate)
            }
        } catch {
            // A file that cannot be read any more has no keys to offer; a command says why.
        }
    }

    static func label(_ text: String) -> String {
        let line = TerminalText.line(text)
        return line.count > 60 ? line.prefix(59) + "…" : line
    }
}
