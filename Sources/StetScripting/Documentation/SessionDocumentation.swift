/// Sessions over one record, and what belongs to them.
enum SessionDocumentation {
    static let owners = [
        LuaOwner(name: "session", placeholder: "session", lines: session),
        LuaOwner(name: "session binding", placeholder: "binding", lines: binding),
        LuaOwner(name: "session context", placeholder: "ctx", lines: context),
        LuaOwner(name: "menu", placeholder: "menu", lines: menu),
        LuaOwner(name: "ref", placeholder: "ref", lines: ref),
    ]

    private static let session = """
        get(field) — the draft's value of a field; nil where it is missing or not of its type
        text(field) — what stands in a field, right or wrong
        fields() — a list of the form's fields
        changes() — a list of { field =, old =, new = }
        is_dirty() — whether something was changed
        is_valid() — whether nothing is wrong
        can_save() — whether save would be allowed
        can_delete() — whether the record may be deleted
        can_undo() — whether there is a step to take back
        can_redo() — whether there is one to make again
        is_open() — whether the session still is
        invalid_fields() — a list of the fields in which something is wrong
        messages([field]) — a list of what is wrong, in words
        problems() — a list of { field =, code =, severity =, message = }
        title() — its title, by the rules or the config
        indicator(field) — the mark that stands beside a field
        kind() — edit, add or view
        record() — the record as the collection has it
        events() — a list of what happened, as tables
        log() — the same as lines of text
        set(field, value) — gives a field a value of its type
        set_text(field, text) — gives a field what was typed, right or wrong
        revert() — has the draft be as the record again
        undo() — takes the last change of the draft back
        redo() — makes it again
        recheck() — asks all validators again
        remove_field(field) — takes a field out of the form; it is checked no longer
        restore_field(field) — puts it back
        report(field, ok[, message]) — tells what a control of the script's own found of a field
        save() — keeps the draft in the collection and ends the session; nil, a message and the
          problems if it is refused
        delete() — deletes the record, after a question where one is wanted
        cancel() — ends the session and forgets the draft
        close() — ends it without a question or a handler
        attempt_dismiss() — closes it if nothing was changed, else asks what to do
        dialog() — the dialog that waits for an answer, as a table
        choose(label or number) — answers it
        present([sheet]) — shows the session as a sheet

        """

    private static let binding = """
        session() — the session that is open
        show(key[, { force = true }]) — has the ref name a record, and so opens a session over it
        unbind() — the ref is just a ref again; a session that is open stays
        log() — what happened to all its sessions, as lines of text

        """

    private static let context = """
        report(field, ok[, message]) — tells what a validator found of a field

        """

    private static let menu = """
        items() — a list of { id =, label =, enabled =, role =, edge = }
        item(id) — one of them; nil where it makes no sense
        run(id) — does it: a session for view and edit, true once the record is deleted

        """

    private static let ref = """
        get() — what it holds; the same as ref.value
        set(value) — has it hold something else
        watch(function) — calls the function with each new value; what it gives ends that

        """
}
