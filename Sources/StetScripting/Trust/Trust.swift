import StetStores

/// Whether something with these contents may do what it asks for.
package enum Trust: Hashable, Sendable {
    case granted
    case notGranted(Reason)

    package enum Reason: Hashable, Sendable {
        /// The user was never asked, or said no.
        case neverTrusted
        /// It has other contents now.
        case changed
        /// It asks for more than the user granted it.
        case asksForMore
        /// The trust store cannot be read; what it says.
        case storeFailed(String)
    }

    /// Asks the user's store.
    ///
    /// - Parameters:
    ///   - path: the real path of what asks.
    ///   - folder: the real path of its project.
    ///   - texts: the contents of its files, by their real paths, in any order.
    ///   - covers: whether what was granted is enough.
    package static func of(
        path: String, in folder: String, texts: [TrustedItem.Text], covers: ([String]) -> Bool
    ) -> Trust {
        if TrustForOneRun.isGranted { return .granted }
        do throws(TrustStoreError) {
            guard let item = try TrustStore.ofUser.item(at: path, in: folder) else {
                return .notGranted(.neverTrusted)
            }
            guard item.hasTexts(texts) else { return .notGranted(.changed) }
            return covers(item.grants) ? .granted : .notGranted(.asksForMore)
        } catch {
            return .notGranted(.storeFailed("\(error)"))
        }
    }
}

extension Trust.Reason: CustomStringConvertible {
    /// A clause about what asks: "it is not trusted".
    package var description: String {
        switch self {
        case .neverTrusted: "it is not trusted"
        case .changed: "it changed since it was trusted"
        case .asksForMore: "it was trusted with less"
        case .storeFailed(let message): message
        }
    }

    /// What to do about it: a sentence.
    ///
    /// - Parameter path: what `stet trust` is to look at.
    package func advice(for path: String) -> String {
        if case .storeFailed = self { return "\"stet trust --list\" shows what is trusted" }
        let command = Self.isHere(path) ? "stet trust" : "stet trust \(path)"
        return "\"\(command)\" shows what it asks for, and grants it"
    }
}

extension Trust.Reason {
    /// Whether a path is the working directory.
    private static func isHere(_ path: String) -> Bool {
        do throws(SystemError) {
            return try realPath(of: ".") == path
        } catch {
            // Whoever has no working directory gets the whole path.
            return false
        }
    }
}

extension TrustedItem {
    /// How it is now beside what it was.
    package enum Present: Hashable, Sendable {
        case same, changed, gone
    }

    /// Looks at its files again; those that came since are not looked for.
    package var present: Present {
        guard FileText.exists(path) else { return .gone }
        let isSame = texts.allSatisfy { text in
            // Anything else could wait for ever.
            guard FileKind.isPlainFile(text.path) else { return false }
            do throws(StoreError) {
                return try FileText.read(text.path) == text.bytes
            } catch {
                return false
            }
        }
        return isSame ? .same : .changed
    }

    /// Whether it is the same files with the same contents.
    package func hasTexts(_ texts: [TrustedItem.Text]) -> Bool {
        self.texts.count == texts.count && Set(self.texts) == Set(texts)
    }
}
