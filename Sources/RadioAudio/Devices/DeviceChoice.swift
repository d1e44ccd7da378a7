/// Which device an output shall play on.
package enum OutputTarget: Hashable, Sendable {
    /// The first of the configuration's list that exists; without a list the server's default. With `orDefault` the server's default also when
    /// none of the list exists.
    case preferred(orDefault: Bool)
    /// This one by the server's name, and no other.
    case named(String)
}

/// A listener's list of devices, in order of preference, and what it means where these devices exist.
package struct DeviceChoice: Hashable, Sendable {
    package var patterns: [DevicePattern]

    package init(_ patterns: [String] = []) { self.patterns = patterns.map(DevicePattern.init) }

    /// Nil when none of `devices` will do. Of several that one pattern names, the server's default comes first. A
    /// placeholder is taken only by its name.
    package func device(for target: OutputTarget, among devices: [OutputDevice]) -> OutputDevice? {
        switch target {
        case .named(let name): return devices.first { $0.name == name }
        case .preferred(let orDefault):
            for pattern in patterns {
                let named = devices.filter { pattern.matches($0) && (!$0.isPlaceholder || pattern.text == $0.name) }
                if let device = named.first(where: \.isDefault) ?? named.first { return device }
            }
            guard patterns.isEmpty || orDefault else { return nil }
            let real = devices.filter { !$0.isPlaceholder }
            return real.first(where: \.isDefault) ?? real.first
        }
    }

    /// For an error: what was looked for.
    var words: String { patterns.map { "\"\($0.text)\"" }.joined(separator: ", ") }
}
