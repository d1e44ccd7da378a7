import Longwave

extension TitleRetention {
    /// The largest age and size of kept titles as a command-line argument, such as `90d,10G`; `all` if neither is
    /// limited.
    var text: String {
        let hours = age.map { Int(($0 / .seconds(3600)).rounded()) }
        let span = hours.map { $0 % 24 == 0 ? "\($0 / 24)d" : "\($0)h" }
        let size = bytes.map {
            $0 % (1 << 30) == 0 ? "\($0 >> 30)G" : $0 % (1 << 20) == 0 ? "\($0 >> 20)M" : "\($0 >> 10)K"
        }
        let parts = [span, size].compactMap(\.self)
        return parts.isEmpty ? "all" : parts.joined(separator: ",")
    }
}
