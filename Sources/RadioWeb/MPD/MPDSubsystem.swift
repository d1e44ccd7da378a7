/// The parts of the player in whose changes an MPD client can be interested (`idle`).
package enum MPDSubsystem: String, CaseIterable, Sendable {
    case database, update, playlist, player, mixer, output, options, partition, sticker, subscription, message
    case neighbor, mount
    case storedPlaylist = "stored_playlist"
}
