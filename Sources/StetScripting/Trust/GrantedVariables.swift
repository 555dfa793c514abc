import Glibc
import LuaKit

/// `os.getenv` for the variables that a plugin may read.
struct GrantedVariables {
    let plugin: String
    let names: [String]

    func add(to functions: GrantedFunctions, on stack: LuaStack) {
        let (plugin, names) = (plugin, names)
        functions.add("getenv", to: "os", on: stack) { call in
            let name = try call.string(1)
            guard names.contains(name) else {
                throw HostError(
                    "the plugin \"\(plugin)\" may not read the variable \(name): \"env:\(name)\" "
                        + "is not among its needs")
            }
            guard let value = getenv(name) else {
                call.stack.pushNil()
                return 1
            }
            call.stack.push(
                UnsafeRawBufferPointer(start: value, count: strlen(value)).map { $0 })
            return 1
        }
    }
}
