/// A number of bytes as a command-line argument with a unit, such as `500M` (MiB) or `2G` (GiB).
struct ByteCount: Hashable, Sendable {
    let bytes: Int

    private static let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[Character($0.uppercased())] }),
            let number = Int(argument.dropLast()), (1...(1 << 20)).contains(number)
        else { return nil }
        bytes = number * unit
    }

    /// The number as a command-line argument, in the largest unit in which it is a whole number.
    var text: String {
        let unit = Self.units.filter { bytes % $0.value == 0 }.max { $0.value < $1.value }
        return unit.map { "\(bytes / $0.value)\($0.key)" } ?? "\(bytes)"
    }
}
