/// Collections, views, and what they give.
enum RecordDocumentation {
    static let owners = [
        LuaOwner(name: "collection", placeholder: "collection", lines: reading + collection),
        LuaOwner(name: "view", placeholder: "view", lines: reading),
        LuaOwner(name: "report", placeholder: "report", lines: report),
        LuaOwner(name: "diff", placeholder: "diff", lines: diff),
        LuaOwner(name: "observer", placeholder: "observer", lines: "stop() — tells it no more\n"),
        LuaOwner(name: "context", placeholder: "ctx", lines: context),
    ]

    private static let reading = """
        at(place) — the record at a place, from 1; a negative place counts from the end
        each() — for a loop: the records in order, as they were when the loop began
        where(condition) — a view of the records that fulfil a text such as "weight > 100", a table
          such as { color = "red" }, or a function of a record
        sort(field, …) — a view sorted by fields, "-weight" for descending, or by a function
          less(a, b)
        find(text) — a view of the records in which a text occurs
        limit(count) — a view of the first so many records
        count() — how many records there are
        keys() — a list of the keys
        column(field) — a list of a field's values in order; stet.missing where there is none
        sum(field) — the sum of a field's numbers
        mean(field) — the mean of a field's numbers, nil if there are none
        min(field) — the least of a field's values
        max(field) — the greatest of a field's values
        distinct(field) — a list of { value =, count = } for the values of a field
        group(field) — a list of { value =, count =, records = } for the values of a field
        sections(field or function) — a list of { value =, count =, records = }, by a field or by
          what a function says of each record
        list{ sections =, title =, detail =, … } — the records as a list of sections and rows, which
          follows them
        table{ columns =, rows_per_page =, filter =, … } — the records as a table with headings to
          sort by, pages and a selection

        """

    private static let collection = """
        get(key, …) — the record of a key, and how many have it; nil and a message without one
        row(number) — the record with a row number, which stays for the session
        insert{ field = value, … } — adds a record, or a list of them, and gives what was added;
          options behind it: { before = key, force = true, skip_invalid = true }
        set(key, { field = value, … }) — changes fields of a record and gives it as it is then
        update(selection, change) — changes records by a table of values, or by a function that
          gives one for each; how many changed
        delete(selection) — deletes records: a key, a record, a view, a list of these, a table of
          values, or a function; how many went
        move(selection[, before]) — moves records before another one, or to the end
        rename_key(old, new[, options]) — gives a record another key; with { cascade = true } what
          refers to it too
        add_field(name, value[, place]) — adds a field that has a value in every record
        rename_field(old, new) — gives a field another name
        drop_field(name) — takes a field away, with its values
        fields() — a list of the fields' names
        undo() — takes the last change back, and says which
        redo() — makes it again
        changes() — a list of what undo can take back, the oldest first
        is_dirty() — whether something is to be committed
        diff([options]) — what commit would write; it prints as text, and has the lists inserted,
          removed, changed and moved; { format = "unified" } or "json" gives a text
        revert([selection]) — has all, or some records, be as in the file again
        commit([options]) — writes all changes to the file; { rebase = true, backup = ".bak" }
        check([options]) — checks all records as they are now: a report
        findings(key) — a list of what the rules say of one record
        edit(key[, config]) — begins a session to edit a record
        view(key[, config]) — begins a session that changes nothing
        add([template[, config]]) — begins a session for a new record
        menu(key[, config]) — what can be done with a record
        parent(key) — the record that a record lies in; nil for a root
        ancestors(key) — a list of the records that it lies in, nearest first
        children([key]) — a list of the records in it; without a key, of the roots
        descendants([key]) — a list of all records below it, each before its own
        observe(function) — calls the function with a diff at each change; what it gives ends that
        unobserve(observer) — ends it, as calling the observer does

        """

    private static let report = """
        findings() — for a loop: the findings, each a table with line, key, field, code, severity
          and message; a report also has ok, records and counts
        format(name) — the report as text, as --format has it: text, jsonl, or by a plugin

        """

    private static let diff = """
        each() — for a loop: the records of the diff, each a table with kind, key and fields

        """

    private static let context = """
        report(field, ok[, message]) — tells what a rule found of a field

        """
}
