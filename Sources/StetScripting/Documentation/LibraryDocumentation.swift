/// What Lua itself brings, in short.
enum LibraryDocumentation {
    static let owners = [
        LuaOwner(name: "", placeholder: nil, lines: globals),
        LuaOwner(name: "string", placeholder: nil, lines: string),
        LuaOwner(name: "table", placeholder: nil, lines: table),
        LuaOwner(name: "math", placeholder: nil, lines: math),
        LuaOwner(name: "utf8", placeholder: nil, lines: utf8),
        LuaOwner(name: "os", placeholder: nil, lines: os),
        LuaOwner(name: "io", placeholder: nil, lines: io),
        LuaOwner(name: "coroutine", placeholder: nil, lines: coroutine),
    ]

    private static let globals = """
        help([name or value]) — at a prompt: tells of it, as .help does
        assert(value[, message]) — the value, or an error if it is false or nil
        collectgarbage([option]) — frees memory; "count" tells how much is used, in KiB
        error(message[, level]) — raises an error
        getmetatable(value) — its metatable
        ipairs(list) — for a loop: places and elements
        load(chunk[, name[, mode[, env]]]) — compiles text: a function, or nil and a message
        next(table[, key]) — the pair after a key
        pairs(table) — for a loop: keys and values
        pcall(function, …) — calls it: true and what it gives, or false and the error
        print(…) — writes values, with tabs between them
        rawequal(a, b) — whether both are the same, without metamethods
        rawget(table, key) — an element, without metamethods
        rawlen(table) — its length, without metamethods
        rawset(table, key, value) — sets an element, without metamethods
        require(name) — loads a module once, from the folder or from lua/
        select(place, …) — the arguments from a place on; "#" gives their number
        setmetatable(table, metatable) — gives a table a metatable
        tonumber(value[, base]) — a number, or nil
        tostring(value) — a text
        type(value) — the name of its type
        warn(message, …) — writes a warning
        xpcall(function, handler, …) — as pcall, with a handler of the error

        """

    private static let string = """
        byte(text[, first[, last]]) — the numbers of its bytes
        char(…) — a text of bytes
        find(text, pattern[, from[, plain]]) — where a pattern first matches, and its captures
        format(form, …) — a text by a form such as "%5.2f %s"
        gmatch(text, pattern) — for a loop: all matches
        gsub(text, pattern, by[, count]) — replaces matches by a text, a table or a function
        len(text) — the number of its bytes
        lower(text) — in small letters
        match(text, pattern[, from]) — the captures of the first match
        pack(form, …) — values as bytes
        packsize(form) — how many bytes those are
        rep(text, count[, between]) — the text several times
        reverse(text) — its bytes from the end
        sub(text, first[, last]) — a part of it; negative places count from the end
        unpack(form, text[, from]) — bytes as values
        upper(text) — in capital letters

        """

    private static let table = """
        concat(list[, between[, first[, last]]]) — the elements as one text
        insert(list[, place], value) — puts a value in, at the end or at a place
        move(list, first, last, to[, other]) — copies elements
        pack(…) — a table of the arguments, with their number as n
        remove(list[, place]) — takes the last element out, or the one at a place
        sort(list[, less]) — sorts it in place
        unpack(list[, first[, last]]) — the elements as values

        """

    private static let math = """
        abs(x) — without its sign
        acos(x) — arc cosine
        asin(x) — arc sine
        atan(y[, x]) — arc tangent
        atan2(y, x) — arc tangent of a quotient
        ceil(x) — the least whole number that is not below it
        cos(x) — cosine
        cosh(x) — hyperbolic cosine
        deg(x) — an angle in degrees
        exp(x) — e to that power
        floor(x) — the greatest whole number that is not above it
        frexp(x) — a fraction and a power of two
        fmod(x, y) — the rest of a division, towards zero
        ldexp(x, n) — x times a power of two
        huge — more than any number
        log(x[, base]) — logarithm
        log10(x) — logarithm to the base 10
        max(x, …) — the greatest
        min(x, …) — the least
        modf(x) — the whole and the fractional part
        pi — 3.14159…
        pow(x, y) — x to that power, as x ^ y
        rad(x) — an angle in radians
        random([first,] last) — a random number
        randomseed([seed]) — begins them anew
        sin(x) — sine
        sinh(x) — hyperbolic sine
        sqrt(x) — square root
        tan(x) — tangent
        tanh(x) — hyperbolic tangent
        tointeger(x) — as an integer, or nil
        type(x) — integer, float, or nil
        ult(a, b) — whether a is below b, both without sign
        maxinteger — the greatest integer
        mininteger — the least integer

        """

    private static let utf8 = """
        char(…) — a text of code points
        charpattern — a pattern for one character
        codepoint(text[, first[, last]]) — the code points of a text
        codes(text) — for a loop: places and code points
        len(text[, first[, last]]) — the number of its characters
        offset(text, n[, from]) — where the n-th character begins

        """

    private static let os = """
        clock() — seconds of processor time
        date([form[, time]]) — a date as text, or with "*t" as a table
        difftime(later, earlier) — seconds between them
        execute([command]) — runs a command of the shell
        exit([status]) — ends the script or the prompt
        getenv(name) — a variable of the environment
        remove(path) — removes a file
        rename(old, new) — renames a file
        time([table]) — seconds since 1970
        tmpname() — a name for a file

        """

    private static let io = """
        close([file]) — closes a file
        flush() — writes what is held back
        input([file]) — what is read from
        lines([path], …) — for a loop: the lines of a file
        open(path[, mode]) — opens a file: nil and a message if that fails
        output([file]) — what is written to
        popen(command[, mode]) — runs a command, to read from it or write to it
        read(…) — reads; "l" a line, "n" a number, "a" all
        stderr — standard error
        stdin — standard input
        stdout — standard output
        tmpfile() — a file that goes when it is closed
        type(value) — file, closed file, or nil
        write(…) — writes texts and numbers

        """

    private static let coroutine = """
        close(thread) — ends it
        create(function) — a thread
        isyieldable() — whether what runs may yield
        resume(thread, …) — goes on with it: true and what it yields, or false and the error
        running() — the thread that runs, and whether it is the main one
        status(thread) — suspended, running, normal or dead
        wrap(function) — a function that goes on with a thread
        yield(…) — gives values to whoever resumed it

        """
}
