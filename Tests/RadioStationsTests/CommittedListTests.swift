import RadioFormats
import RadioStations
import Testing

/// The list `stations.json` that is part of the program has no mistakes.
@Suite struct CommittedListTests {
    static let committed = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/stations.json"

    @Test func theCommittedListLoadsWithoutAProblem() throws {
        let library = try StationLibrary.load(file: Self.committed)
        #expect(library.problems.isEmpty, "\(library.problems)")
        #expect((25...50).contains(library.stations.count))
        let ids = library.stations.compactMap(\.id)
        #expect(ids.count == library.stations.count && Set(ids).count == ids.count)
        #expect(Set(library.stations.map(\.name)).count == library.stations.count)
        for station in library.stations {
            #expect(Self.countries.contains(station.country ?? ""), "\(station.name): \(station.country ?? "none")")
            #expect(Self.languages.contains(station.language ?? ""), "\(station.name): \(station.language ?? "none")")
            #expect(!station.tags.isEmpty && station.tags.allSatisfy(Self.isTag), "\(station.name): \(station.tags)")
            #expect(Self.isID(station.id ?? "") && station.summary != nil, "\(station.name)")
            #expect(station.homepage.map(Self.isAddress) == true, "\(station.name)")
            #expect([nil, "MP3", "AAC", "HE-AAC"].contains(station.codec), "\(station.name)")
        }
        #expect(Set(library.stations.map(\.country)).count >= 15)
        #expect(Set(library.stations.compactMap(\.codec)).count == 3)
    }

    @Test func itsAddressesAreAsTheyShouldBe() throws {
        let stations = try StationLibrary.load(file: Self.committed).stations
        let addresses = stations.flatMap(\.urls)
        #expect(Set(addresses).count == addresses.count)
        for address in addresses { #expect(Self.isAddress(address) && !address.contains(".m3u8"), "\(address)") }
        for station in stations where station.urls.contains(where: { $0.hasPrefix("https:") }) {
            #expect(station.urls[0].hasPrefix("https:"), "\(station.name): HTTPS comes first")
        }
        // More than four fifths of the stations have a second address, because stations sometimes move.
        #expect(stations.count { $0.urls.count > 1 } > stations.count * 4 / 5)
    }

    /// Returns true if `text` is an address on the network, without credentials and without a fragment.
    private static func isAddress(_ text: String) -> Bool {
        let parts = URLReference(text)
        let host = parts.authority ?? ""
        return ["http", "https"].contains(parts.scheme) && host.contains(".") && !host.contains("@")
            && !text.contains("#") && text.allSatisfy { $0.isASCII && !$0.isWhitespace }
    }

    private static func isID(_ id: String) -> Bool {
        !id.isEmpty && id.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    private static func isTag(_ tag: String) -> Bool {
        !tag.isEmpty && tag.count <= 30 && tag.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == " ") }
    }

    /// The country codes of ISO 3166-1 alpha-2.
    private static let countries = words(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """)

    /// The language codes of ISO 639-1.
    private static let languages = words(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
        eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja
        jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb
        nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq
        sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """)

    private static func words(_ text: String) -> Set<String> { Set(text.split { $0.isWhitespace }.map(String.init)) }

    @Test func everyStationOfTheCommittedListIsFoundByItsIdAndName() throws {
        let library = try StationLibrary.load(file: Self.committed)
        for station in library.stations {
            #expect(library.pick(station.id!) == .one(station, by: .id))
            guard case .one(let found, _) = library.pick(station.name) else {
                Issue.record("\(station.name) names more than one")
                continue
            }
            #expect(found == station)
        }
    }
}
