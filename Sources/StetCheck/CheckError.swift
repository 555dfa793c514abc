import StetRules
import StetStores

/// Why a check could not be done at all (exit status 2), as against what it found.
package enum CheckError: Error {
    /// The data could not be read.
    case store(StoreError)
    /// The rules contradict themselves or the file.
    case plan(PlanError)
    /// A table that the rules refer to cannot be read; the text is a whole message.
    case reference(String)
    /// A rules file did not load; the text is a whole message.
    case rules(String)
}
extension CheckError: CustomStringConvertible {
    /// A sentence that names the file.
    package var description: String {
        switch self {
        case .store(let error): error.description
        case .plan(let error): "the rules cannot be right: \(error)"
        case .reference(let message), .rules(let message): message
        }
    }
}
