import RadioText
import Testing

/// Stations of iHeart send attributes with each title, such as `song_spot`. These attributes and the title's duration
/// decide whether it is a song.
@Suite struct SpotTitleTests {
    typealias Row = TitleOdditiesTests.Row

    static func spot(
        _ text: String, _ spot: String, instance: String? = "-1", length: String = "", cart: String = "0",
        base: String = "0"
    ) -> String {
        let instance = instance.map { #" spotInstanceId="\#($0)""# } ?? ""
        let length = length.isEmpty ? "" : #" length="\#(length)""#
        return text + #" song_spot="\#(spot)" MediaBaseId="\#(base)" TAID="0" TPID="0" cartcutId="\#(cart)""#
            + #" amgArtworkURL="null""# + length + instance
    }

    static let rows: [Row] = [
        Row(spot(#"Yazoo - text="Don't Go""#, "M"), .song, "Yazoo", "Don't Go"),
        Row(
            spot(#"Yazoo - text="Don't Go""#, "M", instance: "54d8c36d-b3d0-45f3-8bce-4ff376766e1e"), .song, "Yazoo",
            "Don't Go", ids: ["spotInstanceId=54d8c36d-b3d0-45f3-8bce-4ff376766e1e"]),
        // `song_spot="T"` means a text of the station itself. A text with the names of a song is a song nevertheless.
        Row(spot(#"Yazoo - text="Don't Go""#, "T"), .song, "Yazoo", "Don't Go"),
        Row(spot(#"text="Yazoo - Don't Go""#, "T", length: "00:03:06"), .song, "Yazoo", "Don't Go", seconds: 186),
        Row(spot(#"Yazoo - text="Don't Go""#, "T", length: "00:03:06"), .song, "Yazoo", "Don't Go", seconds: 186),
        Row(spot(#"Yazoo - text="Don't Go""#, "T", length: "00:00:00"), .song, "Yazoo", "Don't Go"),
        Row(
            spot(#"Yazoo - text="Don't Go""#, "T", cart: "7285969001"), .song, "Yazoo", "Don't Go",
            ids: ["cartcutId=7285969001"]),
        Row(
            spot(#"KISS - text="Detroit Rock City""#, "T", length: "00:03:35"), .song, "KISS", "Detroit Rock City",
            seconds: 215),
        // Shows, and short announcements between songs.
        Row(spot(#"KFI - text="Morning Show""#, "T"), .speech, "KFI", "Morning Show"),
        Row(spot(#"KOGA-AM - text="Armstrong & Getty""#, "T"), .speech, "KOGA-AM", "Armstrong & Getty"),
        Row(spot(#"zc4732 - text="The Herd""#, "T"), .speech, "zc4732", "The Herd"),
        Row(spot(#"Example FM - text="Armstrong & Getty""#, "T"), .speech, "Example FM", "Armstrong & Getty"),
        Row(
            spot(#"Ben - text="The Ben Show""#, "T", length: "04:00:00"), .speech, "Ben", "The Ben Show",
            seconds: 14_400),
        Row(spot(#"text="Sweepers - 06""#, "T", length: "00:00:04"), .jingle, nil, "Sweepers - 06", seconds: 4),
        Row(spot(#"text="Morning Show""#, "T"), .speech, nil, "Morning Show"),
        Row(spot("", "T"), .none),
        // Texts that are advertisements.
        Row(
            spot(#"Agency - text="Sale""#, "T", instance: "46787245"), .advertisement, "Agency", "Sale",
            ids: ["spotInstanceId=46787245"]),
        Row(
            spot(#"Dc - text="Woody""#, "T", length: "00:00:17", cart: "7285969001"), .advertisement, "Dc", "Woody",
            seconds: 17, ids: ["cartcutId=7285969001"]),
        Row(
            spot(#"Dc - text="Woody""#, "T", instance: nil, cart: "7285969001"), .advertisement, "Dc", "Woody",
            ids: ["cartcutId=7285969001"]),
        // Fillers between programmes. They are music if they have a catalogue number (`MediaBaseId`), or if they have
        // the names of a song and no `spotInstanceId`.
        Row(
            spot(#"Everly Brothers - text="Bye""#, "F", instance: "17", base: "1088340"), .song, "Everly Brothers",
            "Bye", ids: ["MediaBaseId=1088340", "spotInstanceId=17"]),
        Row(spot(#"Everly Brothers - text="Bye""#, "F"), .song, "Everly Brothers", "Bye"),
        Row(
            spot(#"Everly Brothers - text="Bye""#, "F", instance: "17"), .advertisement, "Everly Brothers", "Bye",
            ids: ["spotInstanceId=17"]),
        Row(
            spot(#"text="Thousands In Free Prizes!""#, "F", instance: "55193"), .advertisement, nil,
            "Thousands In Free Prizes!", ids: ["spotInstanceId=55193"]),
        Row(spot("", "F"), .advertisement),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        for track in ListTitleTests.everyWay(row.sent) { row.check(track) }
    }
}
