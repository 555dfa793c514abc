import StetCore
import StetRules
import StetStores

/// The values of another table that a reference may name.
///
/// Workers ask one at the same time.
package protocol ReferenceTarget: AnyObject {
    func contains(_ key: ReferenceKey) throws(StoreError) -> Bool
    /// The values of a single field, if they are few enough to look for one that was meant.
    var suggestions: [String] { get }
}

/// Finds the tables that references name.
package protocol References {
    /// - Parameter table: the path of the table that refers to another.
    /// - Throws: if the other table cannot be read, or lacks the field.
    func target(of reference: Reference, from table: String) throws(CheckError)
        -> any ReferenceTarget
}

/// References into files, read with the rules that some other part finds for them.
package struct FileReferences: References, Sendable {
    private let schema: @Sendable (String) throws(CheckError) -> Schema

    /// - Parameter schema: the rules of the table at a path, for how its cells are read.
    package init(
        schema: @escaping @Sendable (String) throws(CheckError) -> Schema = {
            _ throws(CheckError) in
            Schema()
        }
    ) {
        self.schema = schema
    }

    package func target(
        of reference: Reference, from table: String
    ) throws(CheckError) -> any ReferenceTarget {
        let path = reference.path(from: table)
        let schema = try schema(path)
        let file: TableFile
        do throws(StoreError) {
            file = try TableFile(path: path, options: schema.dialect)
        } catch {
            throw .reference("\(table) refers to \(error)")
        }
        return try ReferenceTable(file, schema: schema, reference: reference, from: table)
    }
}

extension References {
    /// The targets of a plan's references, in their order; each table is read once.
    func targets(of plan: CheckPlan, from table: String) throws(CheckError)
        -> [any ReferenceTarget]
    {
        var targets: [any ReferenceTarget] = []
        for (index, rule) in plan.references.enumerated() {
            let known = plan.references[..<index].firstIndex {
                $0.reference.path == rule.reference.path
                    && $0.reference.targetFields == rule.reference.targetFields
            }
            if let known {
                targets.append(targets[known])
            } else {
                targets.append(try target(of: rule.reference, from: table))
            }
        }
        return targets
    }
}
