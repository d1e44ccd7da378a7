import ArgumentParser
import LongwaveTerminal
import RadioConsole
import RadioProbe

// Lets ArgumentParser read option values whose types belong to other modules.

extension AddScrobblingAction.Service: @retroactive ExpressibleByArgument {}
extension ArtworkDisplay.Choice: @retroactive ExpressibleByArgument {}
extension ByteCount: @retroactive ExpressibleByArgument {}
extension FollowedSource: @retroactive ExpressibleByArgument {}
extension KindName: @retroactive ExpressibleByArgument {}
extension ListFormatName: @retroactive ExpressibleByArgument {}
extension OutputFormat: @retroactive ExpressibleByArgument {}
extension PlaybackQueue.RepeatMode: @retroactive ExpressibleByArgument {}
extension RecordingContainerName: @retroactive ExpressibleByArgument {}
extension RecordingMargin: @retroactive ExpressibleByArgument {}
extension RecordingTime: @retroactive ExpressibleByArgument {}
extension StationGrouping: @retroactive ExpressibleByArgument {}
extension TimePitchAlgorithm: @retroactive ExpressibleByArgument {}
extension TimePoint: @retroactive ExpressibleByArgument {}
extension TimeSpan: @retroactive ExpressibleByArgument {}

extension KeptSpan: @retroactive ExpressibleByArgument {}
extension PlaybackPolicy.DeviceLoss: @retroactive ExpressibleByArgument {}
extension PlaybackPolicy.DeviceReturn: @retroactive ExpressibleByArgument {}
extension PolicyName: @retroactive ExpressibleByArgument {}
extension QualityName: @retroactive ExpressibleByArgument {}

extension LogRotation: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TitleRetention: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
