/// A text in Prometheus' exposition format, version 0.0.4.
package struct MetricsText {
    package static let type = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""

    package init() {}

    /// Adds a value that can rise and fall.
    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        add(name, "gauge", help, [("", value)])
    }

    /// Adds a count that only rises. By convention, its name ends with `_total`.
    package mutating func counter(_ name: String, _ help: String, _ value: Double) {
        add(name, "counter", help, [("", value)])
    }

    /// Adds a value for each value of one label.
    package mutating func series(
        _ name: String, _ type: String, _ help: String, by label: String, _ values: [(value: String, Double)]
    ) {
        add(name, type, help, values.map { ("{\(label)=\"\(Self.escaped($0.value))\"}", $0.1) })
    }

    private mutating func add(_ name: String, _ type: String, _ help: String, _ values: [(String, Double)]) {
        text += "# HELP longwave_\(name) \(help)\n# TYPE longwave_\(name) \(type)\n"
        for (labels, value) in values { text += "longwave_\(name)\(labels) \(Self.number(value))\n" }
    }

    /// Escapes the value of a label.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? (value.isNaN ? "NaN" : "\(value)")
    }
}
