/// Decides which streams silence others, according to the arguments of one instance of module-role-cork (PulseAudio's
/// module documentation).
struct PulseCallRule: Hashable, Sendable {
    /// The relevant properties of another program's stream.
    struct OtherStream: Hashable, Sendable {
        /// The device that the stream uses.
        enum Place: Hashable, Sendable {
            /// The stream plays on our device, or on another one.
            case ourSink, otherSink
            /// The stream records.
            case source
        }

        /// The stream's `media.role`.
        var role: String?
        var place = Place.ourSink
        /// True if the stream is neither corked nor muted.
        var isActive = true
    }

    /// Roles of the streams that silence others. A stream without a role has the role `no_role`.
    let roles: [String]
    /// True if streams on any device silence others. False if a stream silences only streams on its own device.
    let isGlobal: Bool
    /// True if recording streams silence others, too. Has an effect only with ``isGlobal``.
    let countsSources: Bool

    /// Parses the arguments of module-role-cork, such as `trigger_roles=phone,x global=1`. The default role is "phone".
    init(argument: String) {
        func value(_ name: String) -> String? {
            for word in argument.split(separator: " ") where word.hasPrefix(name + "=") {
                return word.dropFirst(name.count + 1).filter { $0 != "\"" && $0 != "'" }
            }
            return nil
        }
        func isOn(_ name: String) -> Bool { value(name).map { "1yYtT".contains($0.prefix(1)) || $0 == "on" } ?? false }
        roles = (value("trigger_roles") ?? "phone").split { $0 == "," || $0 == "/" }.map(String.init)
        isGlobal = isOn("global")
        countsSources = isOn("use_source_trigger")
    }

    /// Returns whether `stream` silences ours.
    func isCall(_ stream: OtherStream) -> Bool {
        guard stream.isActive, roles.contains(stream.role ?? "no_role") else { return false }
        return switch stream.place {
        case .ourSink: true
        case .otherSink: isGlobal
        case .source: isGlobal && countsSources
        }
    }
}
