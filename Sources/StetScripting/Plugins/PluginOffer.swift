/// What a plugin says that it has, without its functions.
package struct PluginOffer: Sendable {
    package struct Validator: Sendable {
        package var name: String
        /// A line about it.
        package var doc: String?
        /// It makes a validator of what it is given.
        package var takesArguments: Bool
    }

    package struct Format: Sendable {
        package var name: String
        /// Without dots.
        package var extensions: [String]
        package var doc: String?
    }

    package struct Command: Sendable {
        package var name: String
        /// What may follow the name.
        package var usage: String
        package var doc: String?
    }

    package var version: String?
    package var needs: [String] = []
    package var validators: [Validator] = []
    package var types: [String] = []
    package var reporters: [String] = []
    package var formats: [Format] = []
    package var commands: [Command] = []
    package var cells: [String] = []
    package var hooks: [String] = []

    func names(_ kind: PluginInventory.Kind) -> [String] {
        switch kind {
        case .validators: validators.map(\.name)
        case .types: types
        case .reporters: reporters
        case .formats: formats.map(\.name)
        case .commands: commands.map(\.name)
        case .cells: cells
        }
    }
}
