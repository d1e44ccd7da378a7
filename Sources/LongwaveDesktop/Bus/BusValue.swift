import CSystemd

/// A value of one of the D-Bus types that the program uses.
enum BusValue: Hashable, Sendable {
    case bool(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case double(Double)
    case string(String)
    case path(String)
    case strings([String])
    case paths([String])
    /// A map from names to variants: `a{sv}`.
    case map([String: BusValue])
    /// A list of maps: `aa{sv}`.
    case maps([[String: BusValue]])
    case structure([BusValue])
    /// A list of structures that have the same member types. `of` is the D-Bus signature of these types, such as `oss`.
    case structures([[BusValue]], of: String)

    /// The value's type as a D-Bus signature, such as `s` for a string.
    var signature: String {
        switch self {
        case .bool: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .paths: "ao"
        case .map: "a{sv}"
        case .maps: "aa{sv}"
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .structures(_, let types): "a(\(types))"
        }
    }

    /// Appends the value to a D-Bus message.
    ///
    /// Texts are first changed to texts that sd-bus accepts, because a refused value would be missing in the message. So
    /// sd-bus fails here only if memory runs out. The message then stays incomplete and is not sent.
    func append(to message: OpaquePointer) {
        switch self {
        case .bool(let value):
            var number: Int32 = value ? 1 : 0
            sd_bus_message_append_basic(message, Self.type("b"), &number)
        case .int32(var value): sd_bus_message_append_basic(message, Self.type("i"), &value)
        case .uint32(var value): sd_bus_message_append_basic(message, Self.type("u"), &value)
        case .int64(var value): sd_bus_message_append_basic(message, Self.type("x"), &value)
        case .double(var value): sd_bus_message_append_basic(message, Self.type("d"), &value)
        case .string(let text): Self.append(text: text, to: message)
        case .path(let path): Self.append(path: path, to: message)
        case .strings(let texts): Self.list("s", message) { for text in texts { Self.append(text: text, to: message) } }
        case .paths(let paths): Self.list("o", message) { for path in paths { Self.append(path: path, to: message) } }
        case .map(let members): Self.append(members, to: message)
        case .maps(let maps): Self.list("a{sv}", message) { for map in maps { Self.append(map, to: message) } }
        case .structure(let values): Self.append(values, to: message)
        case .structures(let rows, let types):
            Self.list("(\(types))", message) { for row in rows { Self.append(row, to: message) } }
        }
    }

    /// Appends the value to a D-Bus message, inside a variant (D-Bus type `v`).
    func appendVariant(to message: OpaquePointer) {
        sd_bus_message_open_container(message, Self.type("v"), signature)
        append(to: message)
        sd_bus_message_close_container(message)
    }

    private static func append(_ members: [String: BusValue], to message: OpaquePointer) {
        list("{sv}", message) {
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                sd_bus_message_open_container(message, type("e"), "sv")
                append(text: name, to: message)
                value.appendVariant(to: message)
                sd_bus_message_close_container(message)
            }
        }
    }

    private static func append(_ values: [BusValue], to message: OpaquePointer) {
        sd_bus_message_open_container(message, type("r"), values.map(\.signature).joined())
        for value in values { value.append(to: message) }
        sd_bus_message_close_container(message)
    }

    private static func list(_ types: String, _ message: OpaquePointer, _ body: () -> Void) {
        sd_bus_message_open_container(message, type("a"), types)
        body()
        sd_bus_message_close_container(message)
    }

    private static func append(text: String, to message: OpaquePointer) { append(allowed(text), "s", to: message) }

    /// Appends an object path, or `/` if D-Bus does not allow the path.
    private static func append(path: String, to message: OpaquePointer) {
        append(sd_bus_object_path_is_valid(path) > 0 ? path : "/", "o", to: message)
    }

    /// Returns the text with U+FFFD in place of each character that sd-bus refuses: NUL, and the noncharacters of
    /// Unicode (§23.7), such as U+FFFF.
    static func allowed(_ text: String) -> String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value == 0 || scalar.properties.isNoncharacterCodePoint
        }
        guard text.unicodeScalars.contains(where: isRefused) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isRefused($0) ? "\u{FFFD}" : $0 }))
    }

    private static func append(_ text: String, _ kind: UnicodeScalar, to message: OpaquePointer) {
        _ = text.withCString { sd_bus_message_append_basic(message, type(kind), $0) }
    }

    private static func type(_ scalar: UnicodeScalar) -> CChar { CChar(scalar.value) }
}

/// Reads the arguments of a D-Bus message, one after another.
struct BusReader {
    let message: OpaquePointer

    /// Returns the next argument if it is a string; otherwise nil.
    func string() -> String? { text("s") }
    func path() -> String? { text("o") }

    func int64() -> Int64? {
        var value: Int64 = 0
        return sd_bus_message_read_basic(message, CChar(UnicodeScalar("x").value), &value) > 0 ? value : nil
    }

    /// Returns the value inside the next argument, a variant; nil unless the value is a Boolean, double, string or
    /// 64-bit integer (D-Bus types `b`, `d`, `s` and `x`).
    func variant() -> BusValue? {
        var kind: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(message, &kind, &contents) > 0, UInt8(kind) == UInt8(ascii: "v"),
            let contents, sd_bus_message_enter_container(message, kind, contents) > 0
        else { return nil }
        defer { sd_bus_message_exit_container(message) }
        switch String(cString: contents) {
        case "b":
            var value: Int32 = 0
            return sd_bus_message_read_basic(message, CChar(UnicodeScalar("b").value), &value) > 0
                ? .bool(value != 0) : nil
        case "d":
            var value = 0.0
            return sd_bus_message_read_basic(message, CChar(UnicodeScalar("d").value), &value) > 0
                ? .double(value) : nil
        case "s": return string().map { .string($0) }
        case "x": return int64().map { .int64($0) }
        default: return nil
        }
    }

    func bool() -> Bool? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(message, CChar(UnicodeScalar("b").value), &value) > 0 ? value != 0 : nil
    }

    func uint32() -> UInt32? {
        var value: UInt32 = 0
        return sd_bus_message_read_basic(message, CChar(UnicodeScalar("u").value), &value) > 0 ? value : nil
    }

    /// Reads the next argument, a list of strings, and returns at most its first `maximum` strings. Returns an empty
    /// array if the argument has another type.
    func strings(maximum: Int) -> [String] {
        guard sd_bus_message_enter_container(message, CChar(UnicodeScalar("a").value), "s") > 0 else { return [] }
        defer { sd_bus_message_exit_container(message) }
        var result: [String] = []
        while result.count < maximum, let next = string() { result.append(next) }
        return result
    }

    /// Reads the next argument, a list of object paths, and returns at most its first `maximum` paths. Returns an empty
    /// array if the argument has another type.
    func paths(maximum: Int) -> [String] {
        guard sd_bus_message_enter_container(message, CChar(UnicodeScalar("a").value), "o") > 0 else { return [] }
        defer { sd_bus_message_exit_container(message) }
        var result: [String] = []
        while result.count < maximum, let next = path() { result.append(next) }
        return result
    }

    private func text(_ kind: UnicodeScalar) -> String? {
        var pointer: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, CChar(kind.value), &pointer) > 0 else { return nil }
        return pointer.map { String(cString: $0) }
    }
}
