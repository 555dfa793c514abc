import StetCore
import StetScripting
import StetSessions

extension Bench {
    /// The prompt ends without anybody having been asked: what is in drafts becomes changes of
    /// their collections, right or wrong, so that the journal has them.
    func keepDrafts() {
        for (session, table) in foreground.sessions.map({ ($0.session, $0.table) })
        where session.form.isDirty {
            let name = TerminalText.line(session.form.title)
            do throws(CollectionError) {
                try keep(session, of: table.collection)
                say("“\(name)” was not saved; its draft is among the uncommitted changes")
            } catch {
                say("“\(name)” was not saved, and its draft is lost: \(error.message)")
            }
        }
    }

    private func keep(
        _ session: DetailSession, of collection: StetCore.Collection
    ) throws(CollectionError) {
        guard session.draft.layout === collection.layout else {
            throw CollectionError(.impossible, "it belongs to no open collection")
        }
        let changes = session.form.changes.compactMap { change in
            change.new.map { FieldAssignment(change.field, text: $0.text) }
        }
        let options = ChangeOptions(force: true)
        if let row = session.row {
            try collection.set(row, changes, options: options)
        } else {
            try collection.insert(changes, options: options)
        }
    }
}
