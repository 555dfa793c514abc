import StetCore
import StetScripting

/// `stet set FILE EXPR field=value…`
enum SetCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let options = try TableOptions.parse("set", arguments) else {
            return try HelpCommand.run(["set"])
        }
        let operands = options.operands
        guard operands.count >= 3 else {
            throw UsageError(
                "set needs a file, a query and at least one field=value",
                hint: "for example: stet set fruits.csv 'color == \"rde\"' color=red")
        }
        var assignments: [FieldAssignment] = []
        for text in operands.dropFirst(2) {
            assignments.append(try TableOptions.assignment(text, for: "set"))
        }
        return TableCommand.run(operands[0]) {
            let table = try options.open(operands[0], query: operands[1])
            let rows = try TableCommand.rows(operands[1], in: table)
            let outcome = try table.collection.update(rows, assignments, options: options.change)
            return try TableCommand.finish(table, outcome, options)
        }
    }
}

/// `stet delete FILE EXPR`
enum DeleteCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let options = try TableOptions.parse("delete", arguments) else {
            return try HelpCommand.run(["delete"])
        }
        let operands = options.operands
        guard operands.count == 2 else {
            throw UsageError(
                "delete needs a file and a query",
                hint: "for example: stet delete fruits.csv 'weight == nil'")
        }
        return TableCommand.run(operands[0]) {
            let table = try options.open(operands[0], query: operands[1])
            let rows = try TableCommand.rows(operands[1], in: table)
            let outcome = try table.collection.delete(rows, options: options.change)
            return try TableCommand.finish(table, outcome, options)
        }
    }
}

/// `stet insert FILE field=value…`
enum InsertCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let options = try TableOptions.parse("insert", arguments) else {
            return try HelpCommand.run(["insert"])
        }
        let operands = options.operands
        guard operands.count >= 2 else {
            throw UsageError(
                "insert needs a file and at least one field=value",
                hint: "for example: stet insert fruits.csv id=🍉 name=Watermelon weight=4500")
        }
        var record: [FieldAssignment] = []
        for text in operands.dropFirst() {
            record.append(try TableOptions.assignment(text, for: "insert"))
        }
        return TableCommand.run(operands[0]) {
            let table = try options.open(operands[0])
            let outcome = try table.collection.insert(record, options: options.change)
            return try TableCommand.finish(table, outcome, options)
        }
    }
}
