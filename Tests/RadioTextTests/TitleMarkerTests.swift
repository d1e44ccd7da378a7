import RadioFormats
import RadioText
import Testing

/// Markers that systems for inserting advertisements send as titles, alone or next to a song.
@Suite struct TitleMarkerTests {
    typealias Row = TitleOdditiesTests.Row

    static let markers = [
        "TIBREAK", "TiBreak", "TIBREAK_60", "STOP_AD_BREAK", "START_AD_BREAK", "END_AD_BREAK", "BEGIN_AD_BREAK",
        "STOP ADBREAK 1", "START ADBREAK 1", "Start Adbreak 12", "STOP AD BREAK", "START AD BREAK 2", "AD_BREAK_START",
        "AD_BREAK_END", "AD_BREAK_STOP", "AD_BREAK", "ADBREAK", "ADBREAK1", "AD-BREAK-1", "ADBREAK_START",
        "ADBREAK_END",
        "SPOTBLOCK", "SPOT_BLOCK", "SPOT_BLOCK_3", "SPOT BLOCK 3", "SPOTBLOCK END", "SPOT BREAK", "SPOT_BREAK_START",
        "ADVERTISEMENT_START", "ADVERTISEMENT_STOP", "Advertisement_End", "ADVERT_1", "AIS_AD_BREAK_1=0,0;",
        "AD_INSERT",
        "AD_START", "AD_STOP", "AD_END", "AD START", "ADS_START", "COMMERCIAL_BREAK_2", "COMMERCIAL START",
        "BREAK_START",
        "BREAK_END", "LOCAL_AD_BREAK", "NATIONAL_AD_BREAK_START", "Ad-Trigger", "AD_TRIGGER", "ADTRIGGER", "PREROLL",
        "MIDROLL_2", "STOPSET", "STOPSET_1", "AD 2", "AD_2", "AD", "ADS", "ad_break_start", "ADWTAG",
    ]

    @Test(arguments: markers) func `is an advertisement`(_ text: String) {
        for track in ListTitleTests.everyWay(text) where track.kind != .advertisement {
            Issue.record("\(text) is \(track.kind)")
        }
    }

    static let lengths: [Row] = [
        Row("START_AD_BREAK_6000", .advertisement, seconds: 6), Row("AD_BREAK_START_30", .advertisement, seconds: 30),
        Row("ADWTAG_122000", .advertisement, seconds: 122), Row("ADBREAK_120000 2", .advertisement, seconds: 120),
        Row("AD_BREAK_START_DURATION=00:01:30", .advertisement, seconds: 90), Row("STOP ADBREAK 1", .advertisement),
    ]

    @Test(arguments: lengths) func `tells its length`(_ row: Row) {
        for track in ListTitleTests.everyWay(row.sent) { row.check(track) }
    }

    /// Titles that are half marker and half song. Orbitape saw these on 516 stations. Rows from Music
    /// Assistant, 432hz-radio, Lore and Shoutkit are in other tests.
    static let halves = [
        "ADWTAG_122000 - THIS STATION WILL CONTINUE AFTER THIS BREAK",
        "AD_INSERT - THIS STATION WILL CONTINUE AFTER THIS BREAK",
        "181.fm - 181.FM - THIS STATION WILL CONTINUE AFTER THIS BREAK",
        "THIS STATION WILL CONTINUE AFTER THIS BREAK", "Example - This station will continue after this break",
        "ADWTAG_60000 - Big R Radio - We'll Be Right Back After This Message", "Beck - ADWTAG_30000",
        "Example - Well be right back after this message", "We’ll be back after this message",
        "Live365 - Live365 - Advertisement", "Live365 - Advertisement", "Advert: - Live365 - Advertisement",
        "Example Network - example network - Advertisement", "Example - Example - Werbung", "Ad-Trigger - Ad-Trigger",
        "Advert - Advert", "Advertisement - Advertisement", "Espacio Publicitario",
        "ESPACIO PUBLICITARIO - ESPACIO PUBLICITARIO",
    ]

    @Test(arguments: halves) func `halves that say so together`(_ text: String) {
        for track in ListTitleTests.everyWay(text) where track.kind != .advertisement {
            Issue.record("\(text) is \(track.kind)")
        }
    }

    @Test(arguments: [
        ("Example FM - Werbung", TrackInfo.Kind.advertisement), ("Example FM - Advertisement", .advertisement),
        ("Example FM - Example FM - Advertisement", .advertisement), ("Example FM - News", .speech),
        ("Example FM - More Music", .jingle),
    ]) func `the station in the artist's place`(_ text: String, _ kind: TrackInfo.Kind) {
        var evidence = CharsetEvidence()
        let names = StationNames(["Example FM"])
        #expect(TitleReader.read(line: Array(text.utf8), names: names, evidence: &evidence).kind == kind)
    }

    static let songs: [Row] = [
        Row("Kenny G - Jingle Bell Rock", .song, "Kenny G", "Jingle Bell Rock"),
        Row("Jingle Bell Rock", .unknown, nil, "Jingle Bell Rock"),
        Row("JINGLE BELL ROCK", .unknown, nil, "JINGLE BELL ROCK"),
        Row("Daft Punk - Funk Ad", .song, "Daft Punk", "Funk Ad"), Row("Funk Ad", .unknown, nil, "Funk Ad"),
        Row("DAFT PUNK - FUNK AD", .song, "DAFT PUNK", "FUNK AD"), Row("FUNK AD", .unknown, nil, "FUNK AD"),
        Row("Stop!", .unknown, nil, "Stop!"), Row("STOP", .unknown, nil, "STOP"), Row("BREAK", .unknown, nil, "BREAK"),
        Row("Sam Brown - Stop!", .song, "Sam Brown", "Stop!"), Row("SAM BROWN - STOP", .song, "SAM BROWN", "STOP"),
        Row("START / STOP", .song, "START", "STOP"), Row("STOP START", .unknown, nil, "STOP START"),
        Row("BREAK STUFF", .unknown, nil, "BREAK STUFF"),
        Row("LIMP BIZKIT - BREAK STUFF", .song, "LIMP BIZKIT", "BREAK STUFF"),
        Row("DAYBREAK", .unknown, nil, "DAYBREAK"), Row("JAILBREAK", .unknown, nil, "JAILBREAK"),
        Row("AD LIB", .unknown, nil, "AD LIB"), Row("AD ASTRA", .unknown, nil, "AD ASTRA"),
        Row("AD_ASTRA", .unknown, nil, "AD_ASTRA"),
        Row("ROBBIE WILLIAMS - ADVERTISING SPACE", .song, "ROBBIE WILLIAMS", "ADVERTISING SPACE"),
        Row("THE WHO - COMMERCIAL", .song, "THE WHO", "COMMERCIAL"),
        Row("DEPECHE MODE - SPOT", .song, "DEPECHE MODE", "SPOT"),
        Row("SPOT ON", .unknown, nil, "SPOT ON"), Row("SPOT THE DIFFERENCE", .unknown, nil, "SPOT THE DIFFERENCE"),
        Row("THE ADVERTS - ONE CHORD WONDERS", .song, "THE ADVERTS", "ONE CHORD WONDERS"),
        Row("Commercial Club Crew - La Luna 2012", .song, "Commercial Club Crew", "La Luna 2012"),
        Row("Saint Etienne - Only Love Can Break Your Heart", .song, "Saint Etienne", "Only Love Can Break Your Heart"),
        Row("Fran LF - Rhythm Breaker", .song, "Fran LF", "Rhythm Breaker"),
        Row(
            "Belle Evans - Belle Evans Ad - Late Nite Studio", .song, "Belle Evans", "Belle Evans Ad - Late Nite Studio"
        ),
        Row(
            "Duran Duran - Duran Duran - Advertisement Blues", .song, "Duran Duran", "Duran Duran - Advertisement Blues"
        ),
        Row("АББА AD BREAK", .unknown, nil, "АББА AD BREAK"), Row("U2 - One", .song, "U2", "One"),
    ]

    @Test(arguments: songs) func `is none`(_ row: Row) {
        for track in ListTitleTests.everyWay(row.sent) { row.check(track) }
    }
}
