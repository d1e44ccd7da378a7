/// What a player remembers of the device that it played on.
struct LostDevice: Hashable {
    /// The device that was used last, also when it is gone.
    var last: String?
    /// It is back, and the next output is for it alone.
    var returned: String?
    /// It is there, but the port that was in use is unplugged.
    var isPortUnplugged = false
    /// Another kind of sound server has come: the device may be there under another name.
    var isServerReplaced = false
}
