import Glibc
import LuaKit
import StetCheck
import StetCore
import StetStores
import StetText

/// The `stet` of a trusted script.
struct ScriptModule {
    unowned let host: ScriptHost

    func install(in environment: Int, of stack: LuaStack) throws(LuaError) {
        let host = host
        stack.pushTable(hash: 8)
        let table = stack.top
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: table)
        }
        add("check") { [unowned host] call in try check(&call, host: host) }
        add("exit") { call in
            if call.isNone(1) { throw LuaExit(status: 0) }
            if call.stack.type(at: 1) == .boolean {
                throw LuaExit(status: call.stack.boolean(at: 1) ? 0 : 1)
            }
            let status = try call.integer(1)
            guard (0...255).contains(status) else {
                throw HostError("an exit status is from 0 to 255, not \(status)")
            }
            throw LuaExit(status: status)
        }
        add("fold") { call in
            try call.requireTable(1)
            do throws(RulesError) {
                _ = try FoldTable.check(call.stack, at: 1)
            } catch {
                throw HostError(error.description)
            }
            call.stack.pushCopy(1)
            return 1
        }
        host.collections = CollectionModule.install(
            in: table, of: stack, state: host.state)
        host.collections?.host = host
        if let collections = host.collections {
            SessionModule.install(in: table, of: stack, state: host.state, collections: collections)
        }
        let stages = try StageModule.install(
            in: table, environment: environment, of: stack, host: host)
        host.stages = stages
        host.lists = ListModule.install(in: table, of: stack, host: host, flows: stages.flows)
        stack.push(
            ValidatorTable.make(on: stack, mayTouchFiles: true) { [weak host] in
                host?.plugins?.names
            })
        stack.setField("validators", of: table)
        stack.push(StetVersion.text)
        stack.setField("version", of: table)
        stack.setField("stet", of: environment)

        // os.exit ends the host in order, so that nothing is lost on the way out.
        stack.pushField("os", of: environment)
        stack.pushField("stet", of: environment)
        stack.pushField("exit", of: stack.top)
        stack.remove(-2)
        stack.setField("exit", of: stack.top - 1)
        stack.pop()
        stack.pushField("stet", of: environment)
        let module = stack.reference(at: stack.top)
        stack.pop()
        let modules = LuaModules(
            environment: stack.reference(at: environment), roots: [".", "lua"],
            provided: ["stet": module],
            fallback: { [weak host] in try host?.plugins?.names.module($0, on: $1) },
            lateRoots: { [weak host] in
                host?.searchesLuaRocks ?? false ? LuaRocks.roots : []
            })
        modules.install(in: environment, of: stack)
        host.modules = modules
    }
}

/// `stet.check(path [, { rules =, jobs =, max_findings =, … }])`: a report, or nil and a message.
private func check(_ call: inout LuaCall, host: ScriptHost) throws -> Int {
    let path = try call.string(1)
    var options = CheckOptions()
    options.workers = ProcessorCount.online
    let stack = call.stack
    var rulesTable: Int?
    var rulesPath: String?
    if !call.isNone(2) {
        try call.requireTable(2)
        (rulesPath, rulesTable) = try readOptions(call, into: &options)
    }
    let schema: Schema
    let scripts: any ScriptRules
    var notes: [String] = []
    do throws(CheckError) {
        if let rulesTable {
            let rules = try TableRules(host.state, at: rulesTable, plugins: host.plugins?.names)
            (schema, scripts) = (rules.schema, rules)
            options.runsOnCallingThread = true
            notes.append("rules given as a table run in the script, on one core")
        } else if let found = rulesPath ?? RulesDiscovery.rules(for: path) {
            let rules = try LuaRules(path: found)
            (schema, scripts) = (rules.schema, rules)
            notes += rules.notes
        } else {
            let rules = try LuaRules(text: Array("return {}".utf8), name: "no rules")
            (schema, scripts) = (rules.schema, rules)
            notes.append("no rules were found for \(path): only its structure was checked")
        }
        let (table, isConverted) = try PluginFormats.checkable(
            path, options.dialect.filled(from: schema.dialect), options: &options)
        let engine = CheckEngine(options: options)
        var findings: [Finding] = []
        let checked: Result<CheckReport, CheckError> = host.withStopper { stopper in
            do throws(CheckError) {
                return .success(
                    try engine.check(
                        table, schema: schema, scripts: scripts,
                        references: FileReferences.withRules, stopper: stopper
                    ) { finding in
                        findings.append(finding)
                        if isConverted { findings[findings.count - 1].forgetPlace() }
                    })
            } catch {
                return .failure(error)
            }
        }
        var report = try checked.get()
        report.notes += notes
        stack.push(object: ReportObject(report: report, findings: findings, host: host))
        return 1
    } catch {
        return call.failure(error.description)
    }
}

/// Reads the second argument of `stet.check`.
private func readOptions(
    _ call: LuaCall, into options: inout CheckOptions
) throws -> (path: String?, table: Int?) {
    let known = [
        "rules", "jobs", "max_findings", "delimiter", "quote", "encoding", "header",
    ]
    let stack = call.stack
    var path: String?
    var table: Int?
    let names: [String]
    do throws(RulesError) {
        names = try stack.names(of: 2)
    } catch {
        throw HostError(error.description)
    }
    func text(_ name: String) throws -> String {
        guard let text = stack.string(at: -1) else { throw HostError("\(name) must be text") }
        return text
    }
    func positive(_ name: String) throws -> Int {
        guard let number = stack.integer(at: -1), number > 0 else {
            throw HostError("\(name) must be a whole number above 0")
        }
        return number
    }
    for name in names {
        stack.pushField(name, of: 2)
        switch name {
        case "rules":
            if stack.type(at: -1) == .table {
                table = stack.top
                continue
            }
            path = try text(name)
        case "jobs": options.workers = try positive(name)
        case "max_findings": options.findingLimit = try positive(name)
        case "header": options.dialect.hasHeader = stack.boolean(at: -1)
        case "delimiter", "quote", "encoding":
            let value = try text(name)
            do throws(DialectNames.Unknown) {
                try DialectNames.set(name, to: value, in: &options.dialect)
            } catch {
                throw HostError(error.description)
            }
        default:
            throw HostError(
                "stet.check has no option \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
        stack.pop()
    }
    return (path, table)
}
