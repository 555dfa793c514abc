import StetScripting
import StetStores
import StetText

/// What the user trusts, and whether it is still what it was.
enum DoctorTrust {
    private static let group = "Trust"

    static func look(_ report: inout DoctorReport) {
        do throws(TrustStoreError) {
            let items = try TrustStore.ofUser.items()
            let folders = Set(items.map(\.folder))
            report.add(
                group,
                items.isEmpty
                    ? "nothing is trusted"
                    : "\(English.count(items.count, "item")) trusted in "
                        + "\(English.count(folders.count, "project")) (stet trust --list tells more)"
            )
            for item in items { look(item, &report) }
        } catch {
            report.add(group, .error, "\(error.path): \(error.reason)", advice: error.advice)
        }
    }

    private static func look(_ item: TrustedItem, _ report: inout DoctorReport) {
        let title = "\(item.kind.rawValue) \(item.path)"
        switch item.present {
        case .same: break
        case .changed:
            report.add(
                group, .warning, "\(title) changed since it was trusted, and may nothing now",
                advice: "stet trust \(item.folder) shows what changed")
        case .gone:
            report.add(
                group, .warning, "\(title) is trusted, and is not there any more",
                advice: "stet trust --revoke \(item.path) forgets it")
        }
    }
}
