/// Where an entry's results go: to the terminal, into a pager if they are taller than it, or into
/// a file. What is said beside them keeps its place among them.
final class ResultSink {
    private let host: PromptHost
    /// nil: nothing interrupts, and nothing is paged.
    private let signals: PromptSignals?
    /// The command of the pager; nil: results are only written.
    private let pagerCommand: String?
    var usesPager = true
    /// Whether results reach a terminal, unless they go to a file.
    var hasScreen = false
    /// Columns and lines of the screen.
    var screen: () -> (columns: Int, lines: Int) = { (80, 24) }

    private var isHolding = false
    /// Results that wait for a screen to be full.
    let held = HeldResults()
    /// Clears away what stands on the screen for a while only.
    var beforeWriting: () -> Void = {}
    private var counter = RowCounter(columns: 80)
    private var pager: Pager?
    private var file: ResultFile?
    /// A file did not take all the results that were for it.
    private var isIncomplete = false

    /// - Parameter host: whose output is the terminal, or what stands for it.
    init(_ host: PromptHost, signals: PromptSignals? = nil, pagerCommand: String? = nil) {
        self.host = host
        self.signals = signals
        self.pagerCommand = pagerCommand
    }

    /// The same host, with its words taken by this sink.
    var routedHost: PromptHost {
        var routed = host
        routed.output = { [self] in write($0) }
        routed.errorOutput = { [self] in say($0) }
        routed.isOutputClosed = { [self] in isClosed }
        return routed
    }

    /// Nanoseconds that this entry waited for a person who reads.
    var timeWaited: UInt64 { pager?.timeWaited ?? 0 }

    /// Whether nobody wants the rest of what is being written.
    var isClosed: Bool { pager?.isGone ?? (file == nil && host.isOutputClosed()) }

    /// Whether what is being written is to end at once.
    var isInterrupted: Bool { signals?.isInterrupted ?? false }

    /// Whether results may be coloured.
    var isColored: Bool { file == nil && host.colorsResults }

    /// Whether what is written now is for a terminal.
    var isOnScreen: Bool { hasScreen && file == nil }

    /// Whether what Lua prints is for this sink. Else nothing can be done for it here that the C
    /// library does not do faster.
    var takesPrinted: Bool { hasScreen || file != nil || isHolding }

    // MARK: Entries

    /// An entry begins.
    func begin() {
        guard pagerCommand != nil, usesPager else { return }
        isHolding = true
        held.reset()
        counter = RowCounter(columns: screen().columns)
    }

    /// The entry has ended, or wants to ask something: all that was held is shown.
    func end() {
        isHolding = false
        if let problem = file?.flush() { lose(problem) }
        let pieces = held.takeAll()
        if let pager {
            self.pager = nil
            if let unseen = pager.finish() { host.output(unseen) }
        }
        show(pieces)
    }

    private func show(_ pieces: [HeldResults.Piece]) {
        if !pieces.isEmpty { beforeWriting() }
        for piece in pieces {
            switch piece {
            case .result(let bytes): host.output(bytes)
            case .said(let bytes): host.errorOutput(bytes)
            }
        }
    }

    /// Something other than this sink is about to use the terminal: nothing waits any more.
    func endWaiting() {
        guard isHolding, pager == nil else { return }
        isHolding = false
        show(held.endWaiting())
    }

    func write(_ bytes: [UInt8]) {
        if let file {
            guard let problem = file.write(bytes) else { return }
            lose(problem)
        }
        if let pager { return pager.write(bytes) }
        guard isHolding, held.add(.result(bytes)) else {
            beforeWriting()
            return host.output(bytes)
        }
        counter.add(bytes)
        // The next prompt needs a row, too.
        if counter.rows >= screen().lines - 1 { page() }
    }

    private func say(_ bytes: [UInt8]) {
        // Beside a pager it waits until that has gone.
        if isHolding, held.add(.said(bytes)) { return }
        beforeWriting()
        host.errorOutput(bytes)
    }

    private func lose(_ problem: String) {
        file = nil
        isIncomplete = true
        host.writeError("error: \(problem); results go to the screen again")
    }

    private func page() {
        guard let pagerCommand, let signals, let pager = Pager(pagerCommand, signals: signals)
        else {
            return end()
        }
        self.pager = pager
        for bytes in held.takeResults() { pager.write(bytes) }
    }

    // MARK: Files

    /// The file that results go to.
    var path: String? { file?.path }

    /// From here on results go to a file, or with nil to the screen.
    func redirect(to path: String?) throws(CommandError) {
        var problem = file?.finish()
        file = nil
        if let path {
            switch ResultFile.open(path) {
            case .success(let opened): file = opened
            case .failure(let error): problem = error.message
            }
        }
        if let problem { throw CommandError(problem) }
    }

    /// The prompt ends.
    ///
    /// - Returns: the status to exit with: results that a file did not take are a failure.
    func close(_ status: Int32) -> Int32 {
        end()
        if let problem = file?.finish() {
            host.writeError("error: \(problem)")
            isIncomplete = true
        }
        file = nil
        return status == 0 && isIncomplete ? 2 : status
    }
}
