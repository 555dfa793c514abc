import StetRules

/// The global table `stet`.
enum StetDocumentation {
    static let owners = [
        LuaOwner(name: "stet", placeholder: nil, lines: stet),
        LuaOwner(name: "stet.dialog", placeholder: nil, lines: dialog),
        LuaOwner(name: "stet.cells", placeholder: nil, lines: cells),
        LuaOwner(name: "stet.validators", placeholder: nil, lines: validators),
    ]

    private static let stet = """
        open(path[, rules[, options]]) — the collection of a file, with the rules beside it, or a
          file or a table of rules; nil and a message if it cannot be opened
        collection{ fields =, records =, rules = } — a collection in memory
        check(path[, options]) — checks a file: a report, or nil and a message
        transaction(function) — changes of several collections, made together or not at all
        copy(record) — a table of a record's fields
        key(record) — the parts of its key
        text(record, field) — what stands in a cell, whatever its type
        row(record) — its row number
        related(record, field) — the record that a field refers to
        missing — stands for a missing value where a table is written
        edit(collection, key[, config]) — begins a session to edit a record, or a table
        view(collection, key[, config]) — begins a session that changes nothing
        add(collection[, template[, config]]) — begins a session for a new record
        ref([value]) — a value that several parties share and watch
        sheet{ name =, item =, modal =, pages = } — declares a sheet, which is there while its
          reference wants it
        sheets() — a list of the sheets that are there
        dialog{ title =, buttons = } — shows a dialog; stet.dialog.alert and .action_sheet too
        ask{ title =, buttons = } — asks and waits, within stet.flow or a handler
        flow(function, …) — runs a function that may wait for answers
        script{ "swipe", "choose Save" } — does beforehand what a person would
        events() — a list of what happened to sheets and dialogs
        on_event(function) — calls the function with each such event; what it gives ends that
        split_view{ items =, detail = } — a view of two or three columns
        row{ text =, detail =, accessory = } — a row of a list
        section{ header =, rows = } — a section of a list
        data_source{ section, … } — a list of sections
        cells — what draws rows: cells.register(name, function)
        fold{ name, init =, step =, merge =, finish = } — a rule over all records
        validators — the standard validators by name; "stet help validators" lists them
        exit([status]) — ends the script or the prompt
        version — the version of Stet
        prompt — at a prompt: a function of a table of what is open that gives the text before
          what is typed; nil for the usual one

        """

    /// As `stet help validators` has them.
    private static var validators: String {
        ValidatorCatalog.families.flatMap(\.validators)
            .map { "\($0.name) — \($0.summary); in rules: \($0.usage)\n" }.joined()
    }

    private static let dialog = """
        alert{ title =, message =, buttons = } — shows an alert
        action_sheet{ title =, buttons = } — shows a choice
        current() — the dialog that waits for an answer

        """

    private static let cells = """
        register(name, function) — a function of a row and a width that draws such cells
        names() — a list of what was registered

        """
}
