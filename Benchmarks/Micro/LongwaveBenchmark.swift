import Glibc

/// The program `longwave-benchmark [NAME…] [--rounds N]`. It runs the named benchmarks, or all, and prints a
/// line for each.
@main
enum LongwaveBenchmark {
    static func main() {
        var rounds = 101
        var names: [String] = []
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if argument == "--rounds" {
                guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
                    fail("--rounds needs a number above 0")
                }
                rounds = number
            } else {
                guard benchmarks.contains(where: { $0.name == argument }) else {
                    fail("no benchmark is named \(argument)")
                }
                names.append(argument)
            }
        }
        guard Measurement.counterWorks() else { fail("the counter of allocations does not count") }
        for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
            let result = Measurement(benchmark, rounds: rounds)
            let perPacket = result.packets == 0 ? 0 : Double(result.allocations) / Double(result.packets)
            print(
                padded(benchmark.name, 20), padded(number(result.median), 9, left: true), "ns (fastest",
                number(result.fastest) + ") a \(benchmark.unit);", result.allocations, "allocations in",
                result.packets, "packets:", number(perPacket), "each; trace", result.trace)
        }
    }

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(width - text.count, 0))
        return left ? blanks + text : text + blanks
    }

    private static func fail(_ text: String) -> Never {
        let line = Array("longwave-benchmark: \(text)\n".utf8)
        _ = write(2, line, line.count)
        exit(64)
    }
}
