/// The device that an output should play on.
package enum OutputTarget: Hashable, Sendable {
    /// The first existing device in the listener's list (``DeviceChoice``), or the server's default if the list is
    /// empty.
    ///
    /// If `orDefault` is true, the server's default is also used when no listed device exists.
    case preferred(orDefault: Bool)
    /// Only the device that has this name at the server.
    case named(String)
}

/// A listener's preferred devices, the most preferred first. Chooses one of the existing devices.
package struct DeviceChoice: Hashable, Sendable {
    package var patterns: [DevicePattern]

    package init(_ patterns: [String] = []) { self.patterns = patterns.map(DevicePattern.init) }

    /// Returns the device for a target; nil if none of `devices` fits.
    ///
    /// If a pattern matches several devices, the server's default is preferred. For
    /// ``OutputTarget/preferred(orDefault:)``, a placeholder device (``OutputDevice/placeholderName``) is returned only
    /// if a pattern is exactly its name.
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

    /// The listener's list as text, for error messages.
    var words: String { patterns.map { "\"\($0.text)\"" }.joined(separator: ", ") }
}
