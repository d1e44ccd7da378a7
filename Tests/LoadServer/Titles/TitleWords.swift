/// Words from which artists and titles are made for a ``LoadServer``'s mounts. No real artist or song is meant.
struct TitleWords {
    var artists: [String]
    var titles: [String]
    var endings: [String]

    /// Returns the words of a random language that the charset can encode.
    static func of(_ charset: TitleCharset, _ random: inout some RandomNumberGenerator) -> TitleWords {
        switch charset {
        case .ascii: english
        case .windows1252: Bool.random(using: &random) ? german : french
        case .windows1251, .koi8r, .twice: russian
        case .shiftJIS: japanese
        case .utf8: [german, french, polish, greek, russian, japanese].randomElement(using: &random) ?? english
        }
    }

    private static let english = TitleWords(
        artists: [
            "The Paper Lanterns", "Nora Whitfield", "DJ Milltown feat. Ray", "Saint Harbour", "The 9th Avenue Band",
            "Otis Grain",
        ],
        titles: ["Rivers of", "Waiting for", "Under the", "Nobody Knows the", "Back to the", "Once More for the"],
        endings: ["Morning Train", "Old Machine", "Winter Light", "Second Summer", "Long Road Home", "Quiet Station"])
    private static let german = TitleWords(
        artists: [
            "Jürgen Grünwald", "Die Brückenbauer", "Käthe Möller und Söhne", "Straßenköter", "Zwölf Türme",
            "Blühende Gärten",
        ],
        titles: ["Schöne Grüße aus", "Zurück über", "Für immer nach", "Ein Mädchen träumt von", "Die Nächte über"],
        endings: ["Köln am Abend", "München im Frühling", "den Dächern", "dem großen Fluß", "der stillen Küste"])
    private static let french = TitleWords(
        artists: ["Hélène Béranger", "Les Garçons du Métro", "Zoé et les Étoiles", "François Lefèvre", "Même Équipe"],
        titles: ["L'été à", "Déjà vu à", "La fenêtre près de", "Où tu étais, c'était", "Les rêves cachés de"],
        endings: ["la forêt brûlée", "l'hôtel fermé", "notre première fête", "la cité oubliée", "ma chère Amélie"])
    private static let polish = TitleWords(
        artists: ["Zespół Żółwie", "Łucja Święcicka", "Gęsi Północy", "Chłopcy z Łodzi"],
        titles: ["Gdzie są", "Wróć przez", "Śpiewają", "Każdą noc widzę"],
        endings: ["żółte gwiazdy", "białe łąki", "święte ścieżki", "ciche jeziora"])
    private static let greek = TitleWords(
        artists: ["Γιώργος Παπαδάκης", "Ελένη Κυριακού", "Τα Παιδιά της Πόλης", "Νίκος Αλεξίου"],
        titles: ["Θέλω να δω", "Μη μου λες για", "Κάθε βράδυ στην", "Πού πήγε"],
        endings: ["την άσπρη θάλασσα", "μεγάλη αγάπη", "παλιά γειτονιά", "το φεγγάρι μου"])
    private static let russian = TitleWords(
        artists: [
            "Северный Ветер", "Мария Заречная", "Группа Полустанок", "Алексей Кузнецов", "Оркестр Старого Города",
            "Ночные Поезда",
        ],
        titles: [
            "Я помню, как пришла", "Где-то далеко живёт", "Под окнами стоит", "Расскажи мне, как поёт",
            "Снова возвращается",
        ],
        endings: [
            "белая зимняя вьюга", "моя первая любовь", "дорога через поле", "вечерняя звезда", "песня старого друга",
        ])
    private static let japanese = TitleWords(
        artists: ["夜の図書館", "青い自転車", "さくらと月", "東京メロディーズ", "山田かなこ", "ソラノネコ"],
        titles: ["君と歩いた", "もう一度だけ", "忘れられない", "はじめて見た", "いつまでも続く"],
        endings: ["夏の終わりの道", "雨の日の約束", "星空のメロディー", "小さな駅の歌", "春の夢とさよなら"])
}
