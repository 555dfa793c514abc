import Glibc

/// What the process has used so far.
struct ProcessUsage {
    /// Nanoseconds, of all threads.
    var processorTime: UInt64
    /// Bytes.
    var peakMemory: Int

    static var now: ProcessUsage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func nanoseconds(_ time: timeval) -> UInt64 {
            UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
        }
        return ProcessUsage(
            processorTime: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
            peakMemory: usage.ru_maxrss << 10)
    }
}

/// Times for people: `0.84 µs`, `12.3 ms`, `2.5 s`.
enum TimeText {
    static func text(nanoseconds: UInt64) -> String { text(nanoseconds: Double(nanoseconds)) }

    static func text(nanoseconds: Double) -> String {
        let units: [(limit: Double, size: Double, name: String)] = [
            (1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms"),
        ]
        let unit = units.first { nanoseconds < $0.limit } ?? (.infinity, 1e9, "s")
        let value = nanoseconds / unit.size
        // Three digits say enough.
        let step: Double = value < 10 ? 100 : value < 100 ? 10 : 1
        let rounded = (value * step).rounded() / step
        let isWhole = rounded == rounded.rounded()
        return "\(isWhole && rounded < 1e15 ? String(Int(rounded)) : String(rounded)) \(unit.name)"
    }
}
