extension Mpris {
    private static func property(_ name: String, _ type: String, isWritable: Bool = false, isTold: Bool = true)
        -> String
    {
        let annotation =
            isTold
            ? "" : #"<annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>"#
        return
            "<property name=\"\(name)\" type=\"\(type)\" access=\"\(isWritable ? "readwrite" : "read")\">\(annotation)</property>"
    }

    private static func method(_ name: String, _ inputs: [(String, String)] = [], out: (String, String)? = nil)
        -> String
    {
        let arguments =
            inputs.map { "<arg name=\"\($0.0)\" type=\"\($0.1)\" direction=\"in\"/>" }
            + (out.map { ["<arg name=\"\($0.0)\" type=\"\($0.1)\" direction=\"out\"/>"] } ?? [])
        return "<method name=\"\(name)\">\(arguments.joined())</method>"
    }

    private static func signal(_ name: String, _ arguments: [(String, String)]) -> String {
        "<signal name=\"\(name)\">" + arguments.map { "<arg name=\"\($0.0)\" type=\"\($0.1)\"/>" }.joined()
            + "</signal>"
    }

    private static func interface(_ name: String, _ members: [String]) -> String {
        "<interface name=\"\(name)\">\n  \(members.joined(separator: "\n  "))\n</interface>\n"
    }

    /// The player's MPRIS interfaces as XML, in the Introspection Data Format of the D-Bus specification.
    static let introspection =
        "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"\n"
        + " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">\n<node>\n"
        + interface(
            root,
            [
                method("Raise"), method("Quit"), property("CanQuit", "b"), property("CanRaise", "b"),
                property("HasTrackList", "b"), property("Identity", "s"), property("DesktopEntry", "s"),
                property("SupportedUriSchemes", "as"), property("SupportedMimeTypes", "as"),
            ])
        + interface(
            player,
            [
                method("Next"), method("Previous"), method("Pause"), method("PlayPause"), method("Stop"),
                method("Play"),
                method("Seek", [("Offset", "x")]), method("SetPosition", [("TrackId", "o"), ("Position", "x")]),
                method("OpenUri", [("Uri", "s")]), signal("Seeked", [("Position", "x")]),
                property("PlaybackStatus", "s"), property("LoopStatus", "s", isWritable: true),
                property("Rate", "d", isWritable: true), property("Shuffle", "b", isWritable: true),
                property("Metadata", "a{sv}"), property("Volume", "d", isWritable: true),
                property("Position", "x", isTold: false), property("MinimumRate", "d"), property("MaximumRate", "d"),
                property("CanGoNext", "b"), property("CanGoPrevious", "b"), property("CanPlay", "b"),
                property("CanPause", "b"), property("CanSeek", "b"), property("CanControl", "b", isTold: false),
            ])
        + interface(
            trackList,
            [
                method("GetTracksMetadata", [("TrackIds", "ao")], out: ("Metadata", "aa{sv}")),
                method("AddTrack", [("Uri", "s"), ("AfterTrack", "o"), ("SetAsCurrent", "b")]),
                method("RemoveTrack", [("TrackId", "o")]), method("GoTo", [("TrackId", "o")]),
                signal("TrackListReplaced", [("Tracks", "ao"), ("CurrentTrack", "o")]),
                property("Tracks", "ao"), property("CanEditTracks", "b"),
            ])
        + interface(
            playlists,
            [
                method("ActivatePlaylist", [("PlaylistId", "o")]),
                method(
                    "GetPlaylists", [("Index", "u"), ("MaxCount", "u"), ("Order", "s"), ("ReverseOrder", "b")],
                    out: ("Playlists", "a(oss)")),
                property("PlaylistCount", "u"), property("Orderings", "as"), property("ActivePlaylist", "(b(oss))"),
            ])
        + interface(
            properties,
            [
                method("Get", [("interface_name", "s"), ("property_name", "s")], out: ("value", "v")),
                method("GetAll", [("interface_name", "s")], out: ("props", "a{sv}")),
                method("Set", [("interface_name", "s"), ("property_name", "s"), ("value", "v")]),
                signal(
                    "PropertiesChanged",
                    [("interface_name", "s"), ("changed_properties", "a{sv}"), ("invalidated_properties", "as")]),
            ]) + "</node>\n"
}
