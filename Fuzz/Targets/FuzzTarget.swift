import Glibc

/// Runs a parser with an input of the fuzzer, and checks rules that must hold for every input. A trap, a bad access or
/// a broken rule is a finding.
protocol FuzzTarget: Sendable {
    /// The name of the target in `bin/fuzz NAME`, and of the folder in Fuzz/Seeds with its first inputs.
    static var name: String { get }
    static func run(_ input: UnsafeRawBufferPointer)
}

let fuzzTargets: [any FuzzTarget.Type] = [
    IcySplitterTarget.self, IcyMetadataTarget.self, IcyHeadersTarget.self, MpegAudioFramerTarget.self,
    AdtsFramerTarget.self, OggDemuxerTarget.self, OggHeaderTarget.self, OggSkimmerTarget.self, VorbisSetupTarget.self,
    FlacFramerTarget.self, PcmDemuxerTarget.self, Id3TagTarget.self, BodyPrefixTarget.self, ContentSnifferTarget.self,
    TitleReaderTarget.self,
    CharsetLearnerTarget.self, M3uReaderTarget.self, PlsReaderTarget.self, StationFileTarget.self,
    StationListTarget.self, StationFileEditorTarget.self,
    CaptureInspectorTarget.self, M3U8ReaderTarget.self, TransportStreamTarget.self, LatmTarget.self,
    PackedAudioTarget.self, SegmentSnifferTarget.self, Fmp4DemuxerTarget.self, Mp4FileTarget.self,
    SegmentInspectorTarget.self, AudioSpecificConfigTarget.self, SegmentTimelineTarget.self, HlsMachineTarget.self,
    StatusPageTarget.self, ImageHeaderTarget.self, FileNamePatternTarget.self, FlacFrameNumberTarget.self,
    TitleCutterTarget.self, ConfigurationTarget.self, ScheduleTarget.self, JSONNumberTarget.self, DatabaseTarget.self,
    CarriedTapeTarget.self, HTTPTextTarget.self, MPDSessionTarget.self,
]

/// Ends the program with an error message if `rule` is false, also in a release build.
func require(_ rule: @autoclosure () -> Bool, _ text: @autoclosure () -> String, line: Int = #line) {
    if rule() { return }
    say("broken rule in line \(line): \(text())\n")
    abort()
}

func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(2, bytes, bytes.count)
}
