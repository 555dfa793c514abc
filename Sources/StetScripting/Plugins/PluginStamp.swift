import Glibc

/// What tells that a file was changed.
struct PluginStamp: Hashable {
    private var seconds: Int
    private var nanoseconds: Int
    private var size: Int
    private var identity: UInt64

    private init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
        size = Int(status.st_size)
        identity = UInt64(status.st_ino)
    }

    /// Of those that are there.
    static func all(of paths: Set<String>) -> [String: PluginStamp] {
        var stamps: [String: PluginStamp] = [:]
        for path in paths { stamps[path] = PluginStamp(of: path) }
        return stamps
    }
}
