/// Lists, and tables of records.
enum ListDocumentation {
    static let owners = [
        LuaOwner(name: "data source", placeholder: "list", lines: list),
        LuaOwner(
            name: "list observer", placeholder: "observer", lines: "stop() — hears no more\n"),
        LuaOwner(name: "table of records", placeholder: "table", lines: table),
        LuaOwner(name: "row", placeholder: "row", lines: row),
    ]

    private static let list = """
        set_sections(list) — shows these sections
        update(function) — changes the sections, as one event
        reload() — draws all anew
        row(row) — a row by its place, such as "1.2", or itself
        path(row) — where a row stands
        select(row) — chooses a row
        deselect([row]) — lets go of it, or of all
        tap_accessory(row) — taps the button of a row
        toggle(row[, flag]) — turns the switch of a row
        choose_segment(row, place or title) — chooses a segment of a row
        edit_actions(row) — a list of the actions of a row
        perform(row, title or place) — does one of them
        copy(row) — the text of a row that may be copied
        jump(title) — the number of the section with that title in the index
        set_section_index_titles(list) — sets the titles of the index
        render([layout]) — the list as text; { width =, style = "grouped", paths =, color = }
        height(extremity[, layout]) — how many lines a header or a footer takes
        attach([screen]) — shows the list on a screen of the script
        detach() — takes it off
        observe(function) — calls the function with each event; what it gives ends that
        events() — a list of all events so far, as text
        refresh() — asks for every row again
        stop() — the list no longer follows its collection

        """

    private static let table = """
        tap(column) — sorts by a column, and the other way at the second tap
        sort([column]) — sorts by a column, "-weight" for descending; by none without one
        sort_state() — the column that it is sorted by, and whether descending
        indicator(column) — the mark in the heading of a column
        set_filter([condition]) — shows the records that fulfil a condition, or all
        rows() — a list of the records on all pages
        page_rows() — a list of the records on this page
        toggle(key) — selects a record, or lets go of it
        deselect() — selects nothing
        page([number]) — the number of the page, or shows another
        page_count() — how many pages there are
        move(selection[, before]) — moves records
        delete(selection) — deletes records
        can_move(key) — whether a record may be moved
        can_delete(key) — whether it may be deleted
        focus([key]) — has a record be looked at
        set(key, field, value) — an edit in the row
        render([layout]) — the table as text
        events() — a list of all events so far, as text

        """

    private static let row = """
        same_content(other) — whether both look the same
        clone() — the same row, to be changed apart from this one

        """
}
