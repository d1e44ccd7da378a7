/// Which streams silence others, by the arguments that module-role-cork was loaded with
/// (PulseAudio's documentation of its modules, module-role-cork).
struct PulseCallRule: Hashable, Sendable {
    /// What counts of another program's stream.
    struct OtherStream: Hashable, Sendable {
        enum Place: Hashable, Sendable {
            /// It plays to our device, or to another one.
            case ourSink, otherSink
            /// It listens.
            case source
        }

        /// Its `media.role`.
        var role: String?
        var place = Place.ourSink
        /// Neither corked nor muted.
        var isActive = true
    }

    /// Of streams without a role the server says `no_role`.
    let roles: [String]
    /// Streams on any device count, not only those on the device of who is silenced.
    let isGlobal: Bool
    /// Then those count, too, that listen.
    let countsSources: Bool

    /// Of a module's argument, such as `trigger_roles=phone,x global=1`; the role is "phone" unless named.
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

    /// Whether we are to be silent for it.
    func isCall(_ stream: OtherStream) -> Bool {
        guard stream.isActive, roles.contains(stream.role ?? "no_role") else { return false }
        return switch stream.place {
        case .ourSink: true
        case .otherSink: isGlobal
        case .source: isGlobal && countsSources
        }
    }
}
