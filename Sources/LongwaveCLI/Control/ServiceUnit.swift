import Longwave

/// The systemd unit that runs the shared player (systemd.unit(5), systemd.exec(5)).
struct ServiceUnit: Hashable, Sendable {
    /// The user as whom a unit of the computer's systemd runs the shared player, and whose sound server the player
    /// uses.
    struct User: Hashable, Sendable {
        var name: String
        var number: UInt32
    }

    /// The path of the program `longwave`.
    var program: String
    /// The arguments that the unit passes to `longwave serve`.
    var arguments: [String]
    /// For a unit of the computer's systemd, the user as whom it runs the shared player; nil for a unit of the user's
    /// own systemd.
    var user: User?

    static let name = "longwave-serve.service"

    var text: String {
        let words = [UnitText.word(program), "serve"] + arguments.map(UnitText.argument)
        var lines = [
            "[Unit]", "Description=Longwave internet radio, shared player", "Documentation=man:systemd.service(5)",
        ]
        if let user {
            // The unit needs the user's own systemd (`user@`), because a socket of that systemd starts the sound server
            // at the first connection.
            lines += [
                "Requires=user@\(user.number).service", "After=user@\(user.number).service network-online.target",
                "Wants=network-online.target",
            ]
        } else {
            lines += [
                "# The sound server, if it is a service. The player waits for it.",
                "After=pipewire-pulse.socket pulseaudio.socket", "Wants=pipewire-pulse.socket pulseaudio.socket",
            ]
        }
        lines += [
            "# Restarts without a limit.", "StartLimitIntervalSec=0", "", "[Service]", "Type=notify",
            "ExecStart=\(words.joined(separator: " "))",
            "# Reads config.toml again. The player also does so when the file changes.",
            "ExecReload=/bin/sh -c \"kill -HUP $MAINPID\"",
        ]
        if let user { lines += ["User=\(user.name)", "Environment=XDG_RUNTIME_DIR=/run/user/\(user.number)"] }
        lines += [
            "Restart=on-failure", "RestartSec=2",
            "# The player feeds the watchdog from its loop, and while it plays, only if the sound is heard.",
            "WatchdogSec=30", "TimeoutStopSec=10", "MemoryMax=128M", "TasksMax=32", "",
            "# The player needs none of these rights.", "NoNewPrivileges=yes", "LockPersonality=yes",
            "MemoryDenyWriteExecute=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes", "RestrictNamespaces=yes",
            "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK", "SystemCallArchitectures=native",
            "SystemCallFilter=@system-service", "UMask=0077",
        ]
        if user != nil {
            // Only a unit of the computer's systemd has these options, because a user's own systemd has no right to
            // apply them.
            lines += [
                "ProtectSystem=strict", "ReadWritePaths=-/home -/run/user", "ProtectKernelTunables=yes",
                "ProtectKernelModules=yes", "ProtectControlGroups=yes", "ProtectClock=yes", "CapabilityBoundingSet=",
                "PrivateDevices=yes",
            ]
        }
        lines += ["", "[Install]", "WantedBy=\(user == nil ? "default.target" : "multi-user.target")"]
        return lines.joined(separator: "\n") + "\n"
    }
}
