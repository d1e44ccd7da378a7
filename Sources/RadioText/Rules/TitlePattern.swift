import CPCRE2

/// A regular expression in the syntax of PCRE2 with Unicode.
///
/// Matching stops at limits on work, depth and memory, so that no pattern can block the player.
public final class TitlePattern: @unchecked Sendable {  // Compiled code never changes; threads share it: pcre2api(3).
    /// The reason why a text is not a valid pattern.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public var reason: String
        /// The offset in bytes in the pattern at which the error was noticed, or nil if the pattern is too long.
        public var offset: Int?

        public var description: String { offset.map { "\(reason) (at byte \($0))" } ?? reason }
    }

    /// The result of a match.
    enum Outcome: Hashable, Sendable {
        /// The byte ranges of the whole match and of each group, or nil for a group that did not match.
        case match([Range<Int>?])
        case none
        /// A limit on work, depth or memory was reached, so it is not known whether the pattern matches.
        case limit
    }

    package static let maximumPattern = 1024
    /// Number of bytes at a text's beginning that are matched. Further bytes are ignored.
    static let maximumSubject = 8192
    private static let matchLimit: UInt32 = 100_000
    private static let depthLimit: UInt32 = 1_000
    /// The largest memory that one match may use, in KiB.
    private static let heapLimit: UInt32 = 1_024

    /// The pattern as it was written.
    public let text: String
    public let isCaseSensitive: Bool
    private let code: OpaquePointer
    private let groupNames: [String: Int]

    /// Compiles a pattern. Throws if the text is too long or not a valid pattern.
    public init(_ text: String, isCaseSensitive: Bool = false) throws(Failure) {
        let pattern = Array(text.utf8)
        guard pattern.count <= Self.maximumPattern else {
            throw Failure(reason: "the expression is longer than \(Self.maximumPattern) bytes", offset: nil)
        }
        var error: Int32 = 0
        var offset = 0
        let options = longwave_pcre2_options | (isCaseSensitive ? 0 : longwave_pcre2_caseless)
        let compiled = pcre2_compile_8(pattern, pattern.count, options, &error, &offset, nil)
        guard let compiled else { throw Failure(reason: Self.words(error), offset: offset) }
        self.text = text
        self.isCaseSensitive = isCaseSensitive
        code = compiled
        groupNames = Self.groupNames(of: compiled)
    }

    deinit { pcre2_code_free_8(code) }

    /// Returns the number of the group with this name, or nil if there is no such group.
    func group(named name: String) -> Int? { groupNames[name] }

    /// Returns the first match at or after `start`.
    func match(_ subject: [UInt8], from start: Int = 0) -> Outcome {
        let length = min(subject.count, Self.maximumSubject)
        guard start <= length, let data = pcre2_match_data_create_from_pattern_8(code, nil),
            let context = pcre2_match_context_create_8(nil)
        else { return .none }
        defer {
            pcre2_match_data_free_8(data)
            pcre2_match_context_free_8(context)
        }
        pcre2_set_match_limit_8(context, Self.matchLimit)
        pcre2_set_depth_limit_8(context, Self.depthLimit)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        let count = pcre2_match_8(code, subject, length, start, 0, data, context)
        switch count {
        case PCRE2_ERROR_NOMATCH: return .none
        case ..<0:
            return [PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT].contains(count)
                ? .limit : .none
        case _: break
        }
        guard let places = pcre2_get_ovector_pointer_8(data) else { return .none }
        let groups = (0..<Int(pcre2_get_ovector_count_8(data))).map { group -> Range<Int>? in
            let (from, to) = (places[2 * group], places[2 * group + 1])
            // PCRE2 gives a group that did not match the offset PCRE2_UNSET, which is -1 as an `Int`.
            guard group < Int(count), from >= 0, from <= to else { return nil }
            return from..<to
        }
        return .match(groups)
    }

    private static func words(_ error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(error, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<Int(count)], as: UTF8.self) : "error \(error)"
    }

    /// Returns the numbers of the named groups.
    ///
    /// PCRE2's table has entries of one size, each a number of two bytes and the name (pcre2api(3)).
    private static func groupNames(of code: OpaquePointer) -> [String: Int] {
        var count: UInt32 = 0
        var size: UInt32 = 0
        var table: UnsafePointer<UInt8>?
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
        guard let table else { return [:] }
        var names: [String: Int] = [:]
        for entry in 0..<Int(count) {
            let start = table + entry * Int(size)
            names[String(cString: start + 2)] = Int(start[0]) << 8 | Int(start[1])
        }
        return names
    }
}

extension TitlePattern: Hashable {
    /// Two patterns are equal if their texts are equal and they treat case in the same way.
    public static func == (left: TitlePattern, right: TitlePattern) -> Bool {
        left.text == right.text && left.isCaseSensitive == right.isCaseSensitive
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(isCaseSensitive)
    }
}
