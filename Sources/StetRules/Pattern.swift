import CPCRE2

/// A regular expression that must match a whole value.
///
/// Simple ones are compiled to a table of our own; PCRE2 compiles every one and says what is
/// wrong with it.
///
/// Unsafe code: owns a compiled PCRE2 pattern, immutable after `init` and so shared by threads;
/// matching uses match data that belongs to the caller's thread alone.
package final class Pattern: @unchecked Sendable {
    package let source: String
    private let code: OpaquePointer
    /// nil: only PCRE2 can match it.
    let table: PatternTable?

    /// The release of PCRE2, such as "10.42 2022-12-11".
    package static var libraryVersion: String {
        let code = UInt32(PCRE2_CONFIG_VERSION)
        let count = Int(pcre2_config_8(code, nil))
        guard count > 0 else { return "of unknown version" }
        var buffer = [UInt8](repeating: 0, count: count)
        pcre2_config_8(code, &buffer)
        return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Why a pattern does not compile.
    package struct Invalid: Error {
        package var message: String
        /// Bytes into the pattern.
        package var offset: Int
    }

    /// PCRE2_ANCHORED, whose macro Swift does not import.
    private static let anchored: UInt32 = 0x8000_0000

    /// - Throws: `Invalid`, with PCRE2's own message.
    package init(_ source: String) throws(Invalid) {
        self.source = source
        var number: Int32 = 0
        var offset = 0
        let options =
            UInt32(PCRE2_UTF) | Self.anchored | UInt32(PCRE2_ENDANCHORED)
            | UInt32(PCRE2_NEVER_BACKSLASH_C)
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        let compiled = Array(source.utf8).withUnsafeBufferPointer { bytes in
            pcre2_compile_8(
                bytes.baseAddress ?? emptyBytes, bytes.count, options, &number, &offset, context)
        }
        guard let compiled else {
            var buffer = [UInt8](repeating: 0, count: 200)
            let length = pcre2_get_error_message_8(number, &buffer, buffer.count)
            throw Invalid(
                message: String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self),
                offset: offset)
        }
        code = compiled
        table = PatternTable(source)
        // Without it PCRE2 interprets the pattern: slower, with the same answers.
        pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// What a thread needs to match.
    package final class Workspace {
        fileprivate let data: OpaquePointer?
        fileprivate let context: OpaquePointer?
        private let stack: OpaquePointer?

        package init() {
            data = pcre2_match_data_create_8(1, nil)
            context = pcre2_match_context_create_8(nil)
            stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
            pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
            // A pattern that explodes is ended; the cell then does not match.
            pcre2_set_match_limit_8(context, 1_000_000)
            pcre2_set_depth_limit_8(context, 100_000)
        }

        deinit {
            pcre2_match_data_free_8(data)
            pcre2_match_context_free_8(context)
            pcre2_jit_stack_free_8(stack)
        }
    }

    package enum Outcome {
        case matches, differs
        /// Matching would have taken too long.
        case tooComplex
    }

    func match(_ text: UnsafePointer<UInt8>, _ count: Int, _ workspace: Workspace) -> Outcome {
        if let table { return table.matches(text, count) ? .matches : .differs }
        return matchInLibrary(text, count, workspace)
    }

    func matchInLibrary(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ workspace: Workspace
    ) -> Outcome {
        // Nothing matches a byte that is no text. PCRE2_MATCH_INVALID_UTF would say so as well, but
        // with it PCRE2 10.42's JIT misjudges negated classes.
        guard UTF8Text.isValid(text, count) else { return .differs }
        let options = UInt32(PCRE2_NO_UTF_CHECK)
        var status = pcre2_match_8(
            code, text, count, 0, options, workspace.data, workspace.context)
        if status == PCRE2_ERROR_JIT_STACKLIMIT {
            status = pcre2_match_8(
                code, text, count, 0, options | UInt32(PCRE2_NO_JIT), workspace.data,
                workspace.context)
        }
        if status >= 0 { return .matches }
        return status == PCRE2_ERROR_NOMATCH ? .differs : .tooComplex
    }
}

/// An address for empty text.
nonisolated(unsafe) let emptyBytes = UnsafePointer(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
