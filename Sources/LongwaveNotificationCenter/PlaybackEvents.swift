import FoundationEssentials
import RadioPlayer

/// A type that stands for one kind of ``PlaybackMessage``. It has the name of the notification
/// (`PlaybackNotification.name`), as in ``PlaybackEvents/StatusDidChange``.
public protocol PlaybackEvent: Sendable {}

/// The types that stand for the kinds of ``PlaybackMessage``.
///
/// Programs seldom need these types: they observe a kind of message by its identifier, such as `.statusDidChange`.
public enum PlaybackEvents {
    /// Stands for notifications of every kind. Its identifier is `.playback`.
    public enum All: PlaybackEvent {}
    public enum StatusDidChange: PlaybackEvent {}
    public enum NowPlayingDidChange: PlaybackEvent {}
    public enum MetadataReceived: PlaybackEvent {}
    public enum ItemDidChange: PlaybackEvent {}
    public enum ItemStatusDidChange: PlaybackEvent {}
    public enum QueueDidChange: PlaybackEvent {}
    public enum QueueDidEnd: PlaybackEvent {}
    public enum SourceDidChange: PlaybackEvent {}
    public enum VolumeDidChange: PlaybackEvent {}
    public enum DidStall: PlaybackEvent {}
    public enum WillRetry: PlaybackEvent {}
    public enum DownloadDidRecover: PlaybackEvent {}
    public enum DidFail: PlaybackEvent {}
    public enum DidFindAddress: PlaybackEvent {}
    public enum DidPlayToEnd: PlaybackEvent {}
    public enum DidJump: PlaybackEvent {}
    public enum FormatDidChange: PlaybackEvent {}
    public enum QualityDidChange: PlaybackEvent {}
    public enum DurationDidChange: PlaybackEvent {}
    public enum InterruptionBegan: PlaybackEvent {}
    public enum InterruptionEnded: PlaybackEvent {}
    public enum OutputRouteDidChange: PlaybackEvent {}
    public enum OutputDevicesDidChange: PlaybackEvent {}
    public enum DidDropHeld: PlaybackEvent {}
    public enum TimeshiftDidFail: PlaybackEvent {}
    public enum ScanDidChange: PlaybackEvent {}
    public enum RateDidChange: PlaybackEvent {}
    public enum RecordingDidChange: PlaybackEvent {}
    public enum BufferDidChange: PlaybackEvent {}
}

/// The identifiers of messages: one for each kind of notification, and `.playback` for all kinds.
extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.All>> {
    public static var playback: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.StatusDidChange>> {
    public static var statusDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.NowPlayingDidChange>> {
    public static var nowPlayingDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.MetadataReceived>> {
    public static var metadataReceived: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.ItemDidChange>> {
    public static var itemDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.ItemStatusDidChange>> {
    public static var itemStatusDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.QueueDidChange>> {
    public static var queueDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.QueueDidEnd>> {
    public static var queueDidEnd: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.SourceDidChange>> {
    public static var sourceDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.VolumeDidChange>> {
    public static var volumeDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidStall>> {
    public static var didStall: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.WillRetry>> {
    public static var willRetry: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DownloadDidRecover>> {
    public static var downloadDidRecover: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidFail>> {
    public static var didFail: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidFindAddress>> {
    public static var didFindAddress: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidPlayToEnd>> {
    public static var didPlayToEnd: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidJump>> {
    public static var didJump: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.FormatDidChange>> {
    public static var formatDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.QualityDidChange>> {
    public static var qualityDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DurationDidChange>> {
    public static var durationDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.InterruptionBegan>> {
    public static var interruptionBegan: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.InterruptionEnded>> {
    public static var interruptionEnded: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.OutputRouteDidChange>> {
    public static var outputRouteDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.OutputDevicesDidChange>> {
    public static var outputDevicesDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.DidDropHeld>> {
    public static var didDropHeld: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.RecordingDidChange>> {
    public static var recordingDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.TimeshiftDidFail>> {
    public static var timeshiftDidFail: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.ScanDidChange>> {
    public static var scanDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.RateDidChange>> {
    public static var rateDidChange: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage<PlaybackEvents.BufferDidChange>> {
    public static var bufferDidChange: Self { .init() }
}

extension NotificationCenter {
    /// Posts a player's notification twice: under the identifier of its kind, and under `.playback`.
    @MainActor func post(_ notification: PlaybackNotification, of manager: PlaybackManager) {
        post(PlaybackMessage<PlaybackEvents.All>(notification), subject: manager)
        switch notification {
        case .statusDidChange: post(PlaybackMessage<PlaybackEvents.StatusDidChange>(notification), subject: manager)
        case .nowPlayingDidChange:
            post(PlaybackMessage<PlaybackEvents.NowPlayingDidChange>(notification), subject: manager)
        case .metadataReceived: post(PlaybackMessage<PlaybackEvents.MetadataReceived>(notification), subject: manager)
        case .itemDidChange: post(PlaybackMessage<PlaybackEvents.ItemDidChange>(notification), subject: manager)
        case .itemStatusDidChange:
            post(PlaybackMessage<PlaybackEvents.ItemStatusDidChange>(notification), subject: manager)
        case .queueDidChange: post(PlaybackMessage<PlaybackEvents.QueueDidChange>(notification), subject: manager)
        case .queueDidEnd: post(PlaybackMessage<PlaybackEvents.QueueDidEnd>(notification), subject: manager)
        case .sourceDidChange: post(PlaybackMessage<PlaybackEvents.SourceDidChange>(notification), subject: manager)
        case .volumeDidChange: post(PlaybackMessage<PlaybackEvents.VolumeDidChange>(notification), subject: manager)
        case .didStall: post(PlaybackMessage<PlaybackEvents.DidStall>(notification), subject: manager)
        case .willRetry: post(PlaybackMessage<PlaybackEvents.WillRetry>(notification), subject: manager)
        case .downloadDidRecover:
            post(PlaybackMessage<PlaybackEvents.DownloadDidRecover>(notification), subject: manager)
        case .didFail: post(PlaybackMessage<PlaybackEvents.DidFail>(notification), subject: manager)
        case .didFindAddress: post(PlaybackMessage<PlaybackEvents.DidFindAddress>(notification), subject: manager)
        case .didPlayToEnd: post(PlaybackMessage<PlaybackEvents.DidPlayToEnd>(notification), subject: manager)
        case .didJump: post(PlaybackMessage<PlaybackEvents.DidJump>(notification), subject: manager)
        case .formatDidChange: post(PlaybackMessage<PlaybackEvents.FormatDidChange>(notification), subject: manager)
        case .qualityDidChange: post(PlaybackMessage<PlaybackEvents.QualityDidChange>(notification), subject: manager)
        case .durationDidChange: post(PlaybackMessage<PlaybackEvents.DurationDidChange>(notification), subject: manager)
        case .interruptionBegan: post(PlaybackMessage<PlaybackEvents.InterruptionBegan>(notification), subject: manager)
        case .interruptionEnded: post(PlaybackMessage<PlaybackEvents.InterruptionEnded>(notification), subject: manager)
        case .outputRouteDidChange:
            post(PlaybackMessage<PlaybackEvents.OutputRouteDidChange>(notification), subject: manager)
        case .outputDevicesDidChange:
            post(PlaybackMessage<PlaybackEvents.OutputDevicesDidChange>(notification), subject: manager)
        case .didDropHeld: post(PlaybackMessage<PlaybackEvents.DidDropHeld>(notification), subject: manager)
        case .timeshiftDidFail: post(PlaybackMessage<PlaybackEvents.TimeshiftDidFail>(notification), subject: manager)
        case .scanDidChange: post(PlaybackMessage<PlaybackEvents.ScanDidChange>(notification), subject: manager)
        case .rateDidChange: post(PlaybackMessage<PlaybackEvents.RateDidChange>(notification), subject: manager)
        case .recordingDidChange:
            post(PlaybackMessage<PlaybackEvents.RecordingDidChange>(notification), subject: manager)
        case .bufferDidChange: post(PlaybackMessage<PlaybackEvents.BufferDidChange>(notification), subject: manager)
        }
    }
}
