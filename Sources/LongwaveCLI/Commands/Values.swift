import ArgumentParser
import LongwaveTerminal
import RadioProbe

// Lets ArgumentParser read option values whose types belong to other modules.

extension ArtworkDisplay.Choice: ExpressibleByArgument {}
extension ByteCount: ExpressibleByArgument {}
extension FollowedSource: ExpressibleByArgument {}
extension KindName: ExpressibleByArgument {}
extension ListFormatName: ExpressibleByArgument {}
extension LocalTime: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension PlaybackQueue.RepeatMode: ExpressibleByArgument {}
extension RecordingContainerName: ExpressibleByArgument {}
extension RecordingMargin: ExpressibleByArgument {}
extension StationGrouping: ExpressibleByArgument {}
extension TimePitchAlgorithm: ExpressibleByArgument {}
extension TimePoint: ExpressibleByArgument {}
extension TimeSpan: ExpressibleByArgument {}

extension KeptSpan: ExpressibleByArgument {}
extension PlaybackPolicy.DeviceLoss: ExpressibleByArgument {}
extension PlaybackPolicy.DeviceReturn: ExpressibleByArgument {}
extension PolicyName: ExpressibleByArgument {}
extension QualityName: ExpressibleByArgument {}

extension LogRotation: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TitleRetention: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
