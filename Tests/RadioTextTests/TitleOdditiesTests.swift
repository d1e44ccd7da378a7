import RadioFormats
import RadioText
import Testing

/// Unusual titles that stations sent, and what they must mean. A comment before the rows says where they were seen. "On
/// air" means that we received them ourselves.
@Suite struct TitleOdditiesTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var sent: String
        var kind: TrackInfo.Kind
        var artist: String?
        var title: String?
        var album: String?
        var seconds: Double?
        var identifiers: [String]
        var testDescription: String { sent }

        init(
            _ sent: String, _ kind: TrackInfo.Kind, _ artist: String? = nil, _ title: String? = nil,
            album: String? = nil,
            seconds: Double? = nil, ids: [String] = []
        ) {
            self.sent = sent
            self.kind = kind
            self.artist = artist
            self.title = title
            self.album = album
            self.seconds = seconds
            identifiers = ids
        }

        func check(_ track: TrackInfo) {
            #expect(track.kind == kind)
            #expect(track.artist == artist)
            #expect(track.title == title)
            #expect(track.album == album)
            #expect(track.duration == seconds.map { .milliseconds(Int64($0 * 1000)) })
            #expect(track.identifiers.map { "\($0.name)=\($0.value)" } == identifiers)
            #expect(track.kind != .none || track.text.isEmpty)
        }
    }

    /// Complete metadata blocks.
    static let blocks: [Row] = [
        // Seen on air: titles with quotes and semicolons.
        Row("StreamTitle='Yazoo - Don't Go';", .song, "Yazoo", "Don't Go"),
        Row("StreamTitle='Artist - Rock 'n' Roll';StreamUrl='';", .song, "Artist", "Rock 'n' Roll"),
        Row("StreamTitle='Kurtis; Blow; - Basketball; (1984)';", .song, "Kurtis; Blow;", "Basketball; (1984)"),
        Row("a='b'c';StreamTitle='foo'bar'", .unknown, nil, "foo'bar"),
        Row("NotStreamTitle='x'; StreamTitle='y';", .unknown, nil, "y"),
        Row("streamtitle=\"A - B\";", .song, "A", "B"), Row("StreamTitle=A - B;", .song, "A", "B"),
        Row("StreamTitle='A - B';StreamUr", .song, "A", "B"), Row("StreamTitle='A - B';\u{0}\u{0}", .song, "A", "B"),
        Row("\u{0}\u{0}\u{0}", .none), Row("", .none), Row("StreamTitle='';", .none), Row("StreamTitle=' - ';", .none),
        Row("StreamTitle='_';", .none), Row("StreamTitle='-';", .none),
        // Seen on air: AdsWizz sends this before the first title of a stream.
        Row(
            "StreamTitle='';adw_ad='true';durationMilliseconds='30024';insertionType='preroll';", .advertisement,
            seconds: 30.024,
            ids: ["insertionType=preroll"]),
        Row(
            "adw_ad='true';durationMilliseconds='15000';adId='9132_A';insertionType='midroll';", .advertisement,
            seconds: 15, ids: ["adId=9132_A", "insertionType=midroll"]),
        Row("StreamTitle='Mattress Sale';adw_ad='true';", .advertisement, nil, "Mattress Sale"),
        Row("StreamTitle='A - B';adw_ad='false';", .song, "A", "B"),
        Row(
            "StreamTitle='adw_ad='true';durationMilliseconds='30024';insertionType='preroll'';", .advertisement,
            seconds: 30.024, ids: ["insertionType=preroll"]),
        // Triton sends the context of an advertisement in or beside the title.
        Row("StreamTitle='';adContext='bzZjPTE2MTM';", .advertisement),
        Row("StreamTitle='adContext=\"bzZjPTE2\"';", .advertisement),
        // Seen on air: the markers of ad insertion are in the title.
        Row("StreamTitle='START_AD_BREAK_6000';", .advertisement, seconds: 6),
        Row("StreamTitle='START_AD_BREAK';", .advertisement),
        // One break for advertisements ends, and the next may begin at once (RMF).
        Row("StreamTitle='STOP_AD_BREAK';", .advertisement), Row("StreamTitle='END_AD_BREAK_0';", .advertisement),
        Row("StreamTitle='Advertisement_Start_Length=00:00:29.960';", .advertisement, seconds: 29.96),
        Row("StreamTitle='Advertisement_Stop';", .advertisement),
        // Seen on air: the address that SAM Broadcaster sends. Its maker documents the format.
        Row(
            "StreamTitle='';StreamUrl='&artist=Kurtis%20Blow&title=Basketball%20%281984%29&album=Ego%20Trip&duration=226000&songtype=S&overlay=NO&buycd=&website=&picture=az.jpg';",
            .song, "Kurtis Blow", "Basketball (1984)", album: "Ego Trip", seconds: 226),
        Row(
            "StreamTitle='Kurtis Blow - Basketball';StreamUrl='&artist=x&title=y&duration=226&songtype=S';", .song,
            "Kurtis Blow", "Basketball", seconds: 226),
        Row(
            "StreamTitle='Station - Sale';StreamUrl='&artist=Station&title=Sale&songtype=A';", .advertisement,
            "Station", "Sale"),
        Row(
            "StreamTitle='Top of the Hour';StreamUrl='&artist=&title=Top%20of%20the%20Hour&songtype=N';", .speech, nil,
            "Top of the Hour"),
        Row(
            "StreamTitle='Radio - Bumper 3';StreamUrl='&artist=Radio&title=Bumper%203&songtype=J';", .jingle, "Radio",
            "Bumper 3"),
        Row("StreamTitle='Radio - ID';StreamUrl='&artist=Radio&title=ID&songtype=I';", .jingle, "Radio", "ID"),
        Row("StreamTitle='Radio - Soon';StreamUrl='&artist=Radio&title=Soon&songtype=P';", .jingle, "Radio", "Soon"),
        Row("StreamTitle='A - B';StreamUrl='&songtype=?';", .song, "A", "B"),
        Row(
            "StreamTitle='Title';StreamUrl='artist=Name+One&title=Title&songid=77';", .song, "Name One", "Title",
            ids: ["songid=77"]),
        Row(
            "StreamTitle='Title';StreamUrl='http://example.org/np?artist=Name%20One&title=Title&isrc=USRC17607839';",
            .song, "Name One", "Title", ids: ["isrc=USRC17607839"]),
        Row("StreamTitle='A - B';StreamUrl='http://example.org/?id=3';", .song, "A", "B"),
        Row("StreamTitle='A - B';StreamUrl='0';", .song, "A", "B"),
        Row("StreamTitle='A - B';StreamUrl='www.example.org';", .song, "A", "B"),
        // JSON is sent as the title or in the address.
        Row(
            #"StreamTitle='{"artist":"Nina Simone","title":"Sinnerman","album":"Pastel Blues","duration":618,"isrc":"USPR36500012"}';"#,
            .song,
            "Nina Simone", "Sinnerman", album: "Pastel Blues", seconds: 618, ids: ["isrc=USPR36500012"]),
        Row(
            #"StreamTitle='{"now_playing":{"song":{"artist":"Can","title":"Vitamin C"}},"listeners":3}';"#, .song,
            "Can", "Vitamin C"),
        Row(#"StreamTitle='A - B';StreamUrl='{"type":"ad"}';"#, .song, "A", "B"),
        Row(#"StreamTitle='B';StreamUrl='{"artist":"A","title":"B","songtype":"S"}';"#, .song, "A", "B"),
        Row(#"StreamTitle='{"title":"Caf\u00e9 \ud83d\ude00 \"x\"","artist":"A\/B"}';"#, .song, "A/B", "Café 😀 \"x\""),
        Row(#"StreamTitle='{"title":"cut off';"#, .unknown, nil, #"{"title":"cut off"#),
        Row("StreamTitle='{not json}';", .unknown, nil, "{not json}"),
        Row(#"StreamTitle='{"listeners":3}';"#, .unknown, nil, #"{"listeners":3}"#),
        // Seen on air: iHeart and Triton send attributes.
        Row(
            #"StreamTitle='Taio Cruz - text="Dynamite" song_spot="M" MediaBaseId="1781842" itunesTrackId="0" amgTrackId="20353387" amgArtistId="0" TAID="456345" TPID="21463217" cartcutId="0702053001" amgArtworkURL="" length="00:03:20" unsID="0" spotInstanceId="0"';"#,
            .song, "Taio Cruz", "Dynamite", seconds: 200,
            ids: ["MediaBaseId=1781842", "amgTrackId=20353387", "TAID=456345", "TPID=21463217", "cartcutId=0702053001"]),
        Row(#"StreamTitle=' - text="Spot Block End" amgTrackId="9876543"';"#, .none),
        Row(#"StreamTitle=' - text="Spot Block" amgTrackId="9876543"';"#, .advertisement),
        // The list of attributes contains itself once more (radiotray-ng#132).
        Row(
            #"StreamTitle=' - text="text=\"Spot Block End\" amgTrackId=\"9876543\"" length="00:00:00"';"#, .none),
        Row(
            #"StreamTitle='Khalid - text="text=\"Location\" song_spot=\"M\" MediaBaseId=\"2218753\"" length="00:03:39"';"#,
            .song, "Khalid", "Location", ids: ["MediaBaseId=2218753"]),
        // AddRadio sends this before a stream begins (ESP32-MiniWebRadio#580).
        Row(
            "StreamTitle='';StreamUrl='';adw_ad='true';durationMilliseconds='27096';adId='29211';insertionType='preroll';",
            .advertisement, seconds: 27.096, ids: ["adId=29211", "insertionType=preroll"]),
    ]

    @Test(arguments: blocks) func `blocks of metadata`(_ row: Row) {
        let raw = Array(row.sent.utf8)
        let track = TitleReader.read(TimedMetadata(kind: .icy, raw: raw))
        row.check(track)
        #expect(track.raw == raw)
    }

    /// Lines of title text.
    static let lines: [Row] = [
        // Words that name no title: templates and default texts of RadioDJ, SAM, mAirList, Liquidsoap and BUTT.
        Row("Unknown", .none), Row("unknown - unknown", .none), Row("Unknown Artist - Unknown Title", .none),
        Row("Unknown Artist - Track 01", .none),
        Row("Untitled", .none), Row("no title", .none), Row("N/A", .none), Row("N/A - N/A", .none),
        Row("null - null", .none), Row("undefined - undefined", .none),
        Row("%artist% - %title%", .none), Row("$artist - $title", .none), Row("{artist} - {title}", .none),
        Row("#ARTIST# - #TITLE#", .none), Row("<unknown>", .none),
        Row("(null)", .none), Row("Artist - Title", .song, "Artist", "Title"), Row("Без названия", .none),
        Row("Неизвестный исполнитель - Неизвестно", .none), Row("Sans titre", .none),
        Row("- - -", .none), Row("–", .none), Row("&nbsp;", .none), Row("\u{200B}", .none), Row("undefined", .none),
        Row("[no metadata]", .none),
        // Only the artist or only the title means something.
        Row("Unknown Artist - Yesterday", .unknown, nil, "Yesterday"), Row("Unknown - Track 1", .none),
        Row("Yazoo - Unknown", .song, "Yazoo", "Unknown"),
        Row("Yazoo - Untitled", .song, "Yazoo", "Untitled"),
        Row("Unknown Mortal Orchestra - Multi-Love", .song, "Unknown Mortal Orchestra", "Multi-Love"),
        Row("Die Unbekannten - Casualties", .song, "Die Unbekannten", "Casualties"),
        Row("None Like Us", .unknown, nil, "None Like Us"),
        // Texts that are only an address.
        Row("www.example.com", .none), Row("http://www.example.com/", .none), Row("https://example.org/listen", .none),
        Row("example.fm", .none), Row("RADIO-EXAMPLE.DE", .none),
        Row("www.example.com - The best", .song, "www.example.com", "The best"),
        Row("Mr. Blue", .unknown, nil, "Mr. Blue"), Row("will.i.am - Scream", .song, "will.i.am", "Scream"),
        Row("R.E.M.", .unknown, nil, "R.E.M."), Row("Vol.2", .unknown, nil, "Vol.2"),
        // Titles of advertisements. Songs that contain such a word stay songs.
        Row("Werbung", .advertisement, nil, "Werbung"), Row("WERBUNG", .advertisement, nil, "WERBUNG"),
        Row("Реклама", .advertisement, nil, "Реклама"),
        Row("Reklama", .advertisement, nil, "Reklama"), Row("Publicité", .advertisement, nil, "Publicité"),
        Row("Commercial Break", .advertisement, nil, "Commercial Break"),
        Row("Advert:", .advertisement, nil, "Advert:"), Row("Spot 3", .advertisement, nil, "Spot 3"),
        Row("Ad", .advertisement, nil, "Ad"), Row("AD BREAK", .advertisement, nil, "AD BREAK"),
        Row("Advertisement", .advertisement, nil, "Advertisement"),
        Row("Targetspot", .advertisement, nil, "Targetspot"),
        Row("Werbung - Werbung", .advertisement, "Werbung", "Werbung"),
        Row("Ad Astra", .unknown, nil, "Ad Astra"), Row("Tool - Undertow (Advert)", .song, "Tool", "Undertow (Advert)"),
        Row("The Ad Libs - The Boy from New York City", .song, "The Ad Libs", "The Boy from New York City"),
        Row("The Who - Commercial", .song, "The Who", "Commercial"),
        Row("Depeche Mode - Spot", .song, "Depeche Mode", "Spot"),
        Row("The Adverts - One Chord Wonders", .song, "The Adverts", "One Chord Wonders"),
        Row("Advertisement Space - Janelle", .song, "Advertisement Space", "Janelle"),
        Row("Robbie Williams - Advertising Space", .song, "Robbie Williams", "Advertising Space"),
        // Titles of jingles. Songs that contain such a word stay songs.
        Row("Jingle", .jingle, nil, "Jingle"), Row("Jingle 12", .jingle, nil, "Jingle 12"),
        Row("JINGLE_04", .jingle, nil, "JINGLE_04"), Row("Station ID", .jingle, nil, "Station ID"),
        Row("Sweeper #7", .jingle, nil, "Sweeper #7"), Row("Джингл", .jingle, nil, "Джингл"),
        Row("Jingle - Jingle 4", .jingle, "Jingle", "Jingle 4"), Row("Promo", .jingle, nil, "Promo"),
        Row("Jingle Bells", .unknown, nil, "Jingle Bells"),
        Row("Bobby Helms - Jingle Bell Rock", .song, "Bobby Helms", "Jingle Bell Rock"),
        Row("Jingle Jangle - The Archies", .song, "Jingle Jangle", "The Archies"),
        Row("Mr. Jingle - Promo", .song, "Mr. Jingle", "Promo"), Row("Liner Notes", .unknown, nil, "Liner Notes"),
        Row("Idol - Jingle", .song, "Idol", "Jingle"),
        // Titles of news and talk.
        Row("Nachrichten", .speech, nil, "Nachrichten"), Row("News", .speech, nil, "News"),
        Row("Новости", .speech, nil, "Новости"), Row("NEWS 12:00", .speech, nil, "NEWS 12:00"),
        Row("Wetter", .speech, nil, "Wetter"),
        Row("You are listening to Example FM", .speech, nil, "You are listening to Example FM"),
        Row("Sie hören Beispiel 1", .speech, nil, "Sie hören Beispiel 1"),
        Row("Вы слушаете Радио", .speech, nil, "Вы слушаете Радио"),
        Row("Thanks for listening!", .speech, nil, "Thanks for listening!"),
        Row("Huey Lewis & The News - The Power of Love", .song, "Huey Lewis & The News", "The Power of Love"),
        Row("Good News", .unknown, nil, "Good News"), Row("News of the World", .unknown, nil, "News of the World"),
        Row("Jack Johnson - The News", .song, "Jack Johnson", "The News"),
        Row("Crowded House - Weather With You", .song, "Crowded House", "Weather With You"),
        Row("Traffic - Paper Sun", .song, "Traffic", "Paper Sun"),
        // Lines that are split into artist and title.
        Row("The Beatles - Yesterday - Live from Studio", .song, "The Beatles", "Yesterday - Live from Studio"),
        Row("KIM CARNES / BETTE DAVIS EYES", .song, "KIM CARNES", "BETTE DAVIS EYES"),
        Row("AC/DC - T.N.T.", .song, "AC/DC", "T.N.T."), Row("Jay-Z - 99 Problems", .song, "Jay-Z", "99 Problems"),
        Row("a-ha", .unknown, nil, "a-ha"), Row("A / B / C", .unknown, nil, "A / B / C"),
        Row("Artist -Title", .unknown, nil, "Artist -Title"), Row("Artist- Title", .unknown, nil, "Artist- Title"),
        Row("Artist  -  Title", .song, "Artist", "Title"), Row("Artist\t-\tTitle", .song, "Artist", "Title"),
        Row(" - Yesterday", .unknown, nil, "Yesterday"), Row("Yesterday - ", .unknown, nil, "Yesterday"),
        Row("1979 - Smashing", .song, "1979", "Smashing"),
        // Any dash separates like a hyphen.
        Row("Yazoo – Don't Go", .song, "Yazoo", "Don't Go"), Row("Yazoo — Don't Go", .song, "Yazoo", "Don't Go"),
        Row("Yazoo ― Don't Go", .song, "Yazoo", "Don't Go"), Row("Yazoo − Don't Go", .song, "Yazoo", "Don't Go"),
        Row("Yazoo ‐ Don't Go", .song, "Yazoo", "Don't Go"), Row("Yazoo － Don't Go", .song, "Yazoo", "Don't Go"),
        Row("Yazoo\u{A0}–\u{3000}Don't Go", .song, "Yazoo", "Don't Go"),
        Row("Yazoo &ndash; Don&rsquo;t Go", .song, "Yazoo", "Don’t Go"),
        Row("The Beatles – Yesterday - Live", .song, "The Beatles", "Yesterday - Live"),
        Row("The Beatles - Yesterday – Live", .song, "The Beatles", "Yesterday – Live"),
        Row("Yazoo – Don't Go – www.example.com", .song, "Yazoo", "Don't Go"),
        Row("Yazoo–Don't Go", .unknown, nil, "Yazoo–Don't Go"), Row("– Yesterday", .unknown, nil, "Yesterday"),
        Row("Yesterday —", .unknown, nil, "Yesterday"), Row("— − ―", .none), Row("Unknown – Unknown", .none),
        Row("Lonely Street By: Andy Williams – Example", .song, "Andy Williams", "Lonely Street"),
        // Brackets around the title, as in Japan and China.
        Row("米津玄師「Lemon」", .song, "米津玄師", "Lemon"), Row("YOASOBI 『アイドル』", .song, "YOASOBI", "アイドル"),
        Row("周杰伦《稻香》", .song, "周杰伦", "稻香"), Row("米津玄師「Lemon」(Live)", .song, "米津玄師", "Lemon (Live)"),
        Row("米津玄師：「Lemon」", .song, "米津玄師", "Lemon"),
        Row("米津玄師「Lemon - Live」", .song, "米津玄師", "Lemon - Live"),
        Row("米津玄師 - 「Lemon」", .song, "米津玄師", "「Lemon」"),
        Row("映画「君の名は」主題歌", .unknown, nil, "映画「君の名は」主題歌"), Row("「Lemon」", .unknown, nil, "「Lemon」"),
        // Quotation marks around the title.
        Row("Yazoo: \"Don't Go\"", .song, "Yazoo", "Don't Go"), Row("Yazoo: “Don't Go”", .song, "Yazoo", "Don't Go"),
        Row("Yazoo: «Don't Go» (Remix)", .song, "Yazoo", "Don't Go (Remix)"),
        Row("Yazoo: &quot;Don&#39;t Go&quot;", .song, "Yazoo", "Don't Go"),
        Row("Yazoo: „Don't Go“", .song, "Yazoo", "Don't Go"),
        Row("Yazoo: \"Don't - Go\"", .song, "Yazoo", "Don't - Go"),
        Row("Yazoo: \"Don't Go\" and more", .unknown, nil, "Yazoo: \"Don't Go\" and more"),
        Row("Now Playing: \"Don't Go\"", .unknown, nil, "Now Playing: \"Don't Go\""),
        Row("Yazoo: Don't Go", .unknown, nil, "Yazoo: Don't Go"), Row(": \"x\"", .unknown, nil, ": \"x\""),
        // The artist in brackets.
        Row("Don't Go (by Yazoo)", .song, "Yazoo", "Don't Go"), Row("Don't Go [By Yazoo]", .song, "Yazoo", "Don't Go"),
        Row("Umbrella (by Rihanna (feat. Jay-Z))", .song, "Rihanna (feat. Jay-Z)", "Umbrella"),
        Row("Don't Go (by: Yazoo)", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go (by Clarke)", .song, "Yazoo", "Don't Go (by Clarke)"),
        Row("Kerala (bye bye)", .unknown, nil, "Kerala (bye bye)"), Row("(by Yazoo)", .unknown, nil, "(by Yazoo)"),
        Row("Kerala by Bonobo", .unknown, nil, "Kerala by Bonobo"), Row("by)", .unknown, nil, "by)"),
        Row("\"Kerala\" by Bonobo", .song, "Bonobo", "Kerala"), Row("“Kerala” by Bonobo", .song, "Bonobo", "Kerala"),
        Row("10,000 Maniacs - Because the Night", .song, "10,000 Maniacs", "Because the Night"),
        Row("Sunn O))) - Báthory Erzsébet", .song, "Sunn O)))", "Báthory Erzsébet"),
        Row("!!! - Me and Giuliani", .song, "!!!", "Me and Giuliani"),
        Row("? & The Mysterians - 96 Tears", .song, "? & The Mysterians", "96 Tears"),
        Row("E=MC2", .unknown, nil, "E=MC2"), Row("Big Audio Dynamite - E=MC2", .song, "Big Audio Dynamite", "E=MC2"),
        Row("Mariah Carey - E=MC²", .song, "Mariah Carey", "E=MC²"),
        // Seen on air: HTML references in titles.
        Row("THE WEEKND &amp; KENDRICK LAMAR - PRAY FOR ME", .song, "THE WEEKND & KENDRICK LAMAR", "PRAY FOR ME"),
        Row("&#1044;&#1048;&#1057; - &amp;amp;", .song, "ДИС", "&amp;"),
        Row("Guns N&apos; Roses - Don&#39;t Cry", .song, "Guns N' Roses", "Don't Cry"),
        Row("Simon &amp Garfunkel - Cecilia", .song, "Simon &amp Garfunkel", "Cecilia"),
        Row("Beyonc&eacute; - Halo", .song, "Beyoncé", "Halo"),
        Row("AT&T; - R&B", .song, "AT&T;", "R&B"),
        Row("&quot;Weird Al&quot; Yankovic - Eat It", .song, "\"Weird Al\" Yankovic", "Eat It"),
        // Control characters that would move a cursor or reverse a line are removed.
        Row("a\u{1B}[2J - b\u{7}", .song, "a[2J", "b"), Row("a&#27;[2J - b&#7;", .song, "a[2J", "b"),
        Row("\u{202E}A - B", .song, "A", "B"), Row("A - B\r\nC", .song, "A", "B C"),
        Row("\u{FEFF}A - B", .song, "A", "B"),
        // A line that consists of fields with names.
        Row("&artist=A&title=B&songtype=S", .song, "A", "B"), Row("artist=A&title=B", .song, "A", "B"),
        Row(
            #"title="Snooze",artist="SZA",album="SOS",length="00:03:21",url="x""#, .song, "SZA", "Snooze", album: "SOS",
            seconds: 201),
        Row("Title=Song", .unknown, nil, "Title=Song"), Row("A & B = C", .unknown, nil, "A & B = C"),
        // Seen on air: titles whose charset was mistaken.
        Row("Ðóñè÷è - Ñóäàðóøêà", .song, "Русичи", "Сударушка"),
        Row("Ð\u{A1}Ð¸Ð½Ð¸Ð¹ - Ð\u{94}ÐµÐ½Ñ\u{8C}", .song, "Синий", "День"),
        Row("BeyoncÃ© - DÃ©jÃ Vu", .song, "Beyoncé", "Déjà Vu"),
        Row("BeyoncÃ© - Halo", .song, "Beyoncé", "Halo"),
        Row("MÃ¶tley CrÃ¼e - Donâ€™t Go Away Mad", .song, "Mötley Crüe", "Don’t Go Away Mad"),
        // United Music sends a list of fields with a line feed at its end
        // (home-assistant-custom-components-linkplay#11).
        Row(
            "ELODIE~Guaranà~~~~~2020-08-13T08:11:53.252527~2020-08-13T08:11:53.252527~United Music Subasio +\n", .song,
            "ELODIE", "Guaranà"),
        Row("LP~The One That You Love~~~~~2020-08-13T08:17:59~x~y", .song, "LP", "The One That You Love"),
        Row("Wave~Length", .unknown, nil, "Wave~Length"), Row("A - B ~ C ~ D", .song, "A", "B ~ C ~ D"),
        Row("~~~", .unknown, nil, "~~~"),
        // A program has percent-encoded the title for an address, and nobody has decoded it (icecast-kh#418,
        // sdrtrunk#199).
        Row(
            "Inkubus%20Sukkubus%20%2d%20The%20Rape%20of%20Maude%20Bowen", .song, "Inkubus Sukkubus",
            "The Rape of Maude Bowen"),
        Row("100% - Pure%20Love", .song, "100%", "Pure%20Love"), Row("50%20", .unknown, nil, "50"),
        Row("Beyonc%E9%20-%20Halo", .unknown, nil, "Beyonc%E9%20-%20Halo"),
        // The title has escapes that were meant for another program (dnbradio-player#9).
        Row(#"Krakota - He Can\'t"#, .song, "Krakota", "He Can't"), Row(#"A\B - C"#, .song, #"A\B"#, "C"),
        // An HTML reference lacks its semicolon (ESP32-audioI2S#1026).
        Row(
            "Jan Chojnacki - Bielszy odcie&#324 bluesa cz.1", .song, "Jan Chojnacki", "Bielszy odcień bluesa cz.1"),
        Row("Jack&amp;Kate - Song", .song, "Jack&Kate", "Song"), Row("Take &#1 - B", .song, "Take &#1", "B"),
        // The control panel of AzuraCast sends these texts when a stream has no title (AzuraCast#2790).
        Row("Stream Offline", .none), Row("Station Offline", .none), Row("Offline", .unknown, nil, "Offline"),
        // Stations without a name have these texts (xbmc#18441, and Icecast's own defaults).
        Row("This is my server name", .none), Row("Unspecified name", .none), Row("Unspecified description", .none),
        // Artist and title are exchanged, which the line alone does not show (ESP32-audioI2S#234). The title is the
        // name of a speaker (Esp-radio#89).
        Row(
            "Sky and sand / Paul Kalkbrenner feat. Fritz Kalkbrenner", .song, "Sky and sand",
            "Paul Kalkbrenner feat. Fritz Kalkbrenner"),
        Row("Am Mikrofon: Marcus Barsch", .speech, nil, "Am Mikrofon: Marcus Barsch"),
        // The artist is missing (AzuraCast#1617). There is more than one dash (nowplaying#11, strawberry#1023).
        Row("- clubmusic5", .unknown, nil, "clubmusic5"),
        Row(
            "The Beatles - Yesterday - Live from The ABC Theatre, Blackpool, UK 1965", .song, "The Beatles",
            "Yesterday - Live from The ABC Theatre, Blackpool, UK 1965"),
        Row("Artist A - Title B - Album C", .song, "Artist A", "Title B - Album C"),
        // The file has no tags (liquidsoap#2968), or the show is live (libretime#980).
        Row("Unknown", .none), Row(" - Unknown", .none),
    ]

    @Test(arguments: lines) func `lines of text`(_ row: Row) {
        var evidence = CharsetEvidence()
        let track = TitleReader.read(line: Array(row.sent.utf8), evidence: &evidence)
        row.check(track)
        #expect(track.raw == Array(row.sent.utf8))
        #expect(track.isRepaired == (row.sent.contains("Ã") || row.sent.contains("Ð")))
    }

    @Test func `there are many rows`() { #expect(Self.blocks.count + Self.lines.count >= 150) }

    @Test func `addresses beside the title`() {
        let sam = TitleReader.read(
            TimedMetadata(
                kind: .icy,
                raw: Array(
                    "StreamTitle='A - B';StreamUrl='&artist=A&title=B&picture=http%3A%2F%2Fexample.org%2Fa%3Fid%3D1&website=http://example.org/';"
                        .utf8)))
        #expect(sam.artworkURL == "http://example.org/a?id=1" && sam.linkURL == "http://example.org/")
        let json = TitleReader.read(
            TimedMetadata(
                kind: .icy,
                raw: Array(#"StreamTitle='{"artist":"A","title":"B","artwork":"https://example.org/17"}';"#.utf8)))
        #expect(json.artworkURL == "https://example.org/17")
    }

    @Test func `Vorbis comments and status entries`() {
        var evidence = CharsetEvidence()
        let comments = TitleReader.read(
            fields: [
                ("TITLE", "Sinnerman"), ("artist", "Nina Simone"), ("ALBUM", "Pastel Blues"), ("ISRC", "USPR36500012"),
                ("METADATA_BLOCK_PICTURE", String(repeating: "A", count: 100_000)), ("MUSICBRAINZ_TRACKID", "5b11f4ce"),
            ], raw: [1], evidence: &evidence)
        #expect(
            comments.artist == "Nina Simone" && comments.title == "Sinnerman" && comments.album == "Pastel Blues"
                && comments.kind == .song)
        #expect(comments.identifiers.map(\.name) == ["ISRC", "MUSICBRAINZ_TRACKID"] && comments.raw == [1])
        // Icecast's status page takes titles of MP3 mounts for Latin-1 ("mp3 mounts are assumed ISO-8859-1").
        let entry = TitleReader.read(
            fields: [("server_name", "x"), ("title", "Ðóñè÷è - Ñóäàðóøêà"), ("listeners", "3")], raw: [],
            evidence: &evidence)
        #expect(
            entry.artist == "Русичи" && entry.title == "Сударушка" && entry.isRepaired
                && entry.charset == "windows-1251")
        let current = TitleReader.read(fields: [("yp_currently_playing", "A - B")], raw: [], evidence: &evidence)
        #expect(current.artist == "A" && current.title == "B")
        #expect(TitleReader.read(fields: [("listeners", "3")], raw: [], evidence: &evidence).kind == .none)
        #expect(TitleReader.read(fields: [], raw: [], evidence: &evidence).kind == .none)
    }

    @Test func `identifiers are bounded`() {
        let fields = (0..<100).map { (name: "x\($0)id", value: "\($0 + 1)") } + [(name: "title", value: "T")]
        var evidence = CharsetEvidence()
        let track = TitleReader.read(fields: fields.reversed(), raw: [], evidence: &evidence)
        #expect(track.identifiers.count == TrackInfo.maximumIdentifiers && track.title == "T")
        let long = TitleReader.read(
            fields: [("title", "T"), ("id", String(repeating: "x", count: 200))], raw: [], evidence: &evidence)
        #expect(long.identifiers.isEmpty)
    }
}
