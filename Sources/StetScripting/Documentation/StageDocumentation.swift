/// Sheets, dialogs and split views.
enum StageDocumentation {
    static let owners = [
        LuaOwner(name: "sheet", placeholder: "sheet", lines: sheet),
        LuaOwner(name: "sheet declaration", placeholder: "declaration", lines: declaration),
        LuaOwner(name: "dialog", placeholder: "dialog", lines: dialog),
        LuaOwner(name: "listener", placeholder: "listener", lines: "stop() — hears no more\n"),
        LuaOwner(name: "split view", placeholder: "view", lines: splitView),
        LuaOwner(name: "link", placeholder: "link", lines: link),
    ]

    private static let sheet = """
        name() — what it is called
        id() — what tells it from others
        item() — what its reference holds
        state() — presenting, presented or dismissed
        is_presented() — whether it is there
        dismiss([result]) — has it go, modal or not
        attempt_dismiss() — has it go if it is not modal, as a swipe does
        set_modal(flag or function) — whether it stays when it is swiped
        on_attempt(function) — one more handler of swipes that were refused
        presenter() — the sheet that presents it, or the root
        presented() — the sheet over it
        sheet{ … } — declares a sheet over it, as stet.sheet does
        stack() — a list of the sheets that are there, the outermost first
        page() — the number of the page, its title, and how many there are
        next() — goes on to the next page, if this one is right
        back() — goes back a page
        messages() — a list of what was wrong at the last step forward
        ask{ title =, buttons = } — asks and waits: the label that was chosen, and its number

        """

    private static let declaration = """
        present() — shows the sheet
        sheet() — the sheet that is there
        is_presented() — whether it is
        dismiss([result]) — has it go
        remove() — the reference counts no longer

        """

    private static let dialog = """
        title() — its title
        message() — its message
        labels() — a list of its buttons' labels
        is_shown() — whether it waits for an answer now
        answer() — the label that was chosen
        choose(label or number) — answers it
        cancel() — as Escape does
        withdraw() — closes it; no action runs
        remove() — its reference counts no longer

        """

    private static let splitView = """
        select(id or list[, column]) — selects items
        toggle(id[, column]) — selects an item, or lets go of it
        deselect([column]) — selects nothing
        selection([column]) — the id that is selected, or a list of them
        items([column]) — the items that a column lists
        item(id) — the item of an id
        parent(id) — the item that it lies in
        ancestors(id) — the items that it lies in, from the outermost
        expand(id) — shows what lies in it
        collapse(id) — hides that
        outline() — a list of { id =, title =, depth =, is_expanded = }
        on_change(function) — calls the function with each event; what it gives ends that
        destination(type, function[, column]) — says what a column shows of such values
        push(type, id[, column]) — shows a value over a column
        pop([count[, column]]) — goes back
        pop_to_root([column]) — goes back to the first
        path([column]) — a list of what is on the path
        link{ label =, value =, view =, column = } — makes a link
        back() — goes back a step
        detail_source() — selection, link or placeholder, and what is selected
        shown([column]) — what a column shows
        save() — selection, paths and columns as JSON
        restore(json) — has them be so again
        visible_columns() — a list of the columns that are shown
        visibility() — automatic, all, double_column or detail_only
        set_visibility(name) — sets it
        resize(width) — has the view be so many columns of text wide
        size_class() — compact or regular
        force_size_class(class) — sets it, whatever the width; nil goes by the width again
        preferred_compact_column() — what is shown where there is room for one column
        prefer_compact_column(column) — sets that

        """

    private static let link = """
        follow() — goes where it leads
        label() — its label

        """
}
