import Testing

/// Artists and songs as stations send them, for testing. The models that recognise charsets were trained with other
/// texts.
enum TitleCorpus {
    struct Language: Sendable, CustomTestStringConvertible {
        var name: String
        /// The charsets in which stations of this language send titles, besides UTF-8.
        var charsets: [String]
        var titles: [String]
        var testDescription: String { name }
    }

    static let all: [Language] = [
        Language(
            name: "Russian", charsets: ["windows-1251", "KOI8-R", "ISO-8859-5", "IBM866", "x-mac-cyrillic"],
            titles: [
                "Русичи - Сударушка", "Кино - Пачка сигарет", "Алла Пугачева - Миллион алых роз",
                "Ленинград - Экспонат",
                "Михаил Круг - Владимирский централ", "Nautilus Pompilius - Крылья",
                "Баста feat. Полина Гагарина - Голос",
                "Наутилус Помпилиус - Скованные одной цепью", "Григорий Лепс - Рюмка водки на столе",
                "Anna Asti - Царица",
                "Король и Шут - Лесник", "ВИА Гра - Попытка №5", "МакSим - Знаешь ли ты", "ЛЮБЭ - КОНЬ",
            ]),
        Language(
            name: "Ukrainian", charsets: ["windows-1251", "KOI8-U"],
            titles: [
                "Океан Ельзи - Без бою", "Скрябін - Старі фотографії", "Друга Ріка - Так мало тут тебе",
                "Один в каное - Човен",
                "Христина Соловій - Тримай", "Бумбокс - Вахтерам", "ТНМК - Відпусти", "Ані Лорак - Шукай мене",
                "The Hardkiss - Журавлі", "Kalush Orchestra - Стефанія", "Софія Ротару - Червона рута",
                "Джамала - 1944",
            ]),
        Language(
            name: "Bulgarian", charsets: ["windows-1251"],
            titles: [
                "Лили Иванова - Ветрове", "Щурците - Клетва", "Васил Найденов - Телефонна любов",
                "Галена - Хавана тропикана",
                "Графа - Невидим", "Ф.С.Б. - Високо", "Тоника СВ - Един неразделен клас",
                "Богдана Карадочева - Замълчи, замълчи",
            ]),
        Language(
            name: "Serbian", charsets: ["windows-1251", "ISO-8859-5"],
            titles: [
                "Здравко Чолић - Ти си ми у крви", "Ђорђе Балашевић - Девојка са чардаш ногама",
                "Рибља Чорба - Погледај дом свој",
                "Бијело дугме - Ђурђевдан", "Звонко Богдан - Говори се да ме вараш", "Лепа Брена - Чик погоди",
            ]),
        Language(
            name: "Greek", charsets: ["windows-1253", "ISO-8859-7"],
            titles: [
                "Νίκος Οικονομόπουλος - Πρώτη θέση", "Χάρις Αλεξίου - Όλα σε θυμίζουν",
                "Παντελής Παντελίδης - Δεν ταιριάζετε σου λέω",
                "Γιώργος Μαζωνάκης - Γουστάρω", "Έλενα Παπαρίζου - Αντίθετα", "Πάνος Κιάμος - Κάτι τρέχει",
                "Vegas - Σ' αγαπώ",
                "Άλκηστις Πρωτοψάλτη - Λάβα", "ΔΗΜΗΤΡΗΣ ΜΗΤΡΟΠΑΝΟΣ - ΡΟΖΑ",
            ]),
        Language(
            name: "Hebrew", charsets: ["windows-1255", "ISO-8859-8"],
            titles: [
                "עומר אדם - שני משוגעים", "שלמה ארצי - אהבתיה", "אייל גולן - מי שמאמין", "שרית חדד - עשה לי בגדים",
                "עידן רייכל - ממעמקים", "כוורת - יו יה", "נינט טייב - ים של דמעות", "משה פרץ - מהשמיים",
            ]),
        Language(
            name: "Arabic", charsets: ["windows-1256", "ISO-8859-6"],
            titles: [
                "عمرو دياب - تملي معاك", "فيروز - نسم علينا الهوى", "أم كلثوم - ألف ليلة وليلة", "نانسي عجرم - آه ونص",
                "حسين الجسمي - بشرة خير", "إليسا - عبالي حبيبي", "كاظم الساهر - زيديني عشقا", "ماجد المهندس - تناديك",
            ]),
        Language(
            name: "Persian", charsets: ["windows-1256"],
            titles: [
                "گوگوش - من آمده ام", "ابي - پيچک", "معين - پريچهر", "داريوش - چشم من", "هايده - گل سنگ",
                "ليلا فروهر - کوچه",
            ]),
        Language(
            name: "Thai", charsets: ["windows-874"],
            titles: [
                "บอดี้สแลม - แสงสุดท้าย", "คาราบาว - บัวลอย", "ปาล์มมี่ - อยากร้องดังดัง", "ลาบานูน - เชือกวิเศษ", "โปเตโต้ - เธอยัง",
                "ธงไชย แมคอินไตย์ - สบาย สบาย", "Getsunova - ไกลแค่ไหนคือใกล้", "Cocktail - คุกเข่า",
            ]),
        Language(
            name: "Polish", charsets: ["windows-1250", "ISO-8859-2", "IBM852"],
            titles: [
                "Lady Pank - Zawsze tam gdzie ty", "Dżem - Whisky moja żono", "Czesław Niemen - Sen o Warszawie",
                "Budka Suflera - Takie tango", "Kasia Kowalska - Coś optymistycznego", "Perfect - Niewiele ci mogę dać",
                "Myslovitz - Długość dźwięku samotności", "Marek Grechuta - Będziesz moją panią",
                "Kult - Gdy nie ma dzieci",
                "Edyta Bartosiewicz - Szał", "Męskie Granie Orkiestra - Początek", "Sylwia Grzeszczak - Małe rzeczy",
                "Mrozu - Złoto", "Anna Jantar - Nic nie może wiecznie trwać", "Ich Troje - Zawsze z tobą chciałbym być",
            ]),
        Language(
            name: "Czech", charsets: ["windows-1250", "ISO-8859-2"],
            titles: [
                "Karel Gott - Být stále mlád", "Lucie - Černí andělé", "Tři sestry - Mexiko",
                "Mňága a Žďorp - Hodinový hotel",
                "Jaromír Nohavica - Kometa", "Helena Vondráčková - Dlouhá noc", "Kryštof - Ty a já",
                "Marie Rottrová - Řeka",
                "Jiří Schelinger - Holubí dům", "Hana Zagorová - Mys dobrých nadějí",
                "Mirai - Když nemůžeš, tak přidej",
                "Petr Spálený - Až mě andělé", "Příběhy obyčejného šílenství", "Waldemar Matuška - Sbohem, lásko",
            ]),
        Language(
            name: "Slovak", charsets: ["windows-1250", "ISO-8859-2"],
            titles: [
                "Elán - Zaľúbil sa chlapec", "Peter Nagy - Kristínka iba spí", "IMT Smile - Ľudia nie sú zlí",
                "Desmod - Vyrobená pre mňa",
                "Horkýže Slíže - Vlak", "No Name - Žily", "Miro Žbirka - Čo bolí, to prebolí",
                "Marika Gombitová - Študentská láska",
                "Kristína - Horehronie", "Peha - Spomaľ", "Zuzana Smatanová - Tam, kde sa neumiera",
            ]),
        Language(
            name: "Hungarian", charsets: ["windows-1250", "ISO-8859-2"],
            titles: [
                "Omega - Gyöngyhajú lány", "Kispál és a Borz - Ha az életben", "Republic - Szállj el kismadár",
                "LGT - Mindenki",
                "Zorán - Apám hitte", "Tankcsapda - Mennyország Tourist", "Charlie - Jég dupla whiskyvel",
                "Bikini - Közeli helyeken",
                "Neoton Família - Kétszázhúsz felett", "Halott Pénz - Amikor feladnád", "Demjén Ferenc - Szerelemvonat",
                "Kovács Kati - Add már, uram, az esőt", "Máté Péter - Most élsz",
                "Presser Gábor - Te majd kézenfogsz, nagy idők tűnnek",
            ]),
        Language(
            name: "Romanian", charsets: ["ISO-8859-16"],
            titles: [
                "Holograf - Să nu-mi iei niciodată dragostea", "Voltaj - De la capăt",
                "Andra - Niciodată să nu spui niciodată",
                "Carla's Dreams - Sub pielea mea", "Ștefan Hrușcă - Rugă pentru părinți",
                "Pasărea Colibri - Vinovații fără vină",
                "Smiley - Vals în pași mici", "Ducu Bertzi - Când s-o împărțit norocu'",
            ]),
        Language(
            name: "Croatian", charsets: ["windows-1250", "ISO-8859-2"],
            titles: [
                "Oliver Dragojević - Cesarica", "Prljavo Kazalište - Ne zovi mama doktora",
                "Gibonni - Činim pravu stvar",
                "Toše Proeski - Igra bez granica", "Crvena Jabuka - Tamo gdje ljubav počinje",
                "Parni Valjak - Sve još miriše na nju",
                "Severina - Djevojka sa sela", "Tony Cetinski - 23. prosinac",
                "Mišo Kovač - Drugi joj raspliće kosu, a ja je volim",
                "Đorđe Balašević - Priča o Vasi Ladačkom", "Siddharta - Ledena", "Vlado Kreslin - Tista črna kitara",
            ]),
        Language(
            name: "Turkish", charsets: ["windows-1254"],
            titles: [
                "Barış Manço - Gülpembe", "Sezen Aksu - Şarkı söylemek lazım", "Tarkan - Kuzu kuzu",
                "Duman - Senden daha güzel",
                "Müslüm Gürses - Nilüfer", "Sıla - Yan benimle", "Ajda Pekkan - Bambaşka biri",
                "Mor ve Ötesi - Bir derdim var",
                "Teoman - İstanbul'da sonbahar", "MFÖ - Ele güne karşı", "Yıldız Tilbe - Delikanlım",
                "Edip Akbayram - Aldırma gönül",
                "Manga - Bir kadın çizeceksin", "Kenan Doğulu - Çakkıdı",
            ]),
        Language(
            name: "Lithuanian", charsets: ["windows-1257", "ISO-8859-13"],
            titles: [
                "Foje - Laužo šviesa", "Jurga - Nebijok", "Marijonas Mikutavičius - Trys milijonai", "Antis - Zombiai",
                "Džordana Butkutė - Nebenoriu laukti", "G&G Sindikatas - Tiems, kurie nieko nebijo",
                "Saulės kliošas - Eglutė",
                "Jazzu - Ėjau keliu", "Stasys Povilaitis - Švieski man vėl", "Rondo - Ąžuolo šaka",
                "Liūdni slibinai - Žemė sukasi",
            ]),
        Language(
            name: "Latvian", charsets: ["windows-1257", "ISO-8859-13"],
            titles: [
                "Prāta Vētra - Mana dziesma", "Līvi - Dzimtā valoda", "Jumprava - Ziemeļmeita",
                "Raimonds Pauls - Mežrozīte",
                "Imants Kalniņš - Viņi dejoja vienu vasaru", "Pērkons - Gandrīz tautas dziesma", "Dzelzs Vilks - Čūska",
                "Ainars Mielavs - Es dzīvē eju",
                "Tumsa - Putni", "bet bet - Ķīmiskā viela", "Labvēlīgais tips - Nesaki nevienam",
                "Ārija - Kā senā dziesmā",
            ]),
        Language(
            name: "Estonian", charsets: ["windows-1252", "windows-1257"],
            titles: [
                "Smilers - Tantsin sinuga taevas", "Terminaator - Juulikuu lumi",
                "Ivo Linna - Ühte laulu tahaks laulda", "Karl Mihkel - Kõnnin üksi",
                "Mahavok - Mägede hääl", "Curly Strings - Kauges külas", "Vennaskond - Insener Garini hüperboloid",
                "Tõnis Mägi - Palve",
            ]),
        Language(
            name: "French", charsets: ["windows-1252", "ISO-8859-15", "macintosh", "IBM850"],
            titles: [
                "Céline Dion - S'il suffisait d'aimer", "Édith Piaf - Non, je ne regrette rien",
                "Indochine - L'aventurier",
                "Francis Cabrel - La corrida", "Mylène Farmer - Désenchantée", "Téléphone - Ça c'est vraiment toi",
                "Noir Désir - Le vent nous portera", "Françoise Hardy - Tous les garçons et les filles",
                "Zaz - Éblouie par la nuit",
                "Jean-Jacques Goldman - Là-bas", "Michel Berger - Le paradis blanc", "Clara Luciani - La grenade",
            ]),
        Language(
            name: "German", charsets: ["windows-1252", "ISO-8859-15", "macintosh", "IBM850"],
            titles: [
                "Herbert Grönemeyer - Männer", "Die Ärzte - Schrei nach Liebe", "Nena - 99 Luftballons",
                "Peter Maffay - Über sieben Brücken musst du gehn",
                "Die Fantastischen Vier - Tag am Meer", "Udo Jürgens - Griechischer Wein",
                "Helene Fischer - Atemlos durch die Nacht",
                "Silbermond - Das Beste", "Münchener Freiheit - Ohne dich", "Rosenstolz - Liebe ist alles",
                "Wir sind Helden - Müssen nur wollen",
                "Xavier Naidoo - Dieser Weg", "Juli - Perfekte Welle", "Reinhard Mey - Über den Wolken", "GRÖßENWAHN",
            ]),
        Language(
            name: "Spanish", charsets: ["windows-1252", "macintosh", "IBM850"],
            titles: [
                "Mecano - Hijo de la luna", "Maná - Rayando el sol", "Héroes del Silencio - Entre dos tierras",
                "Joaquín Sabina - 19 días y 500 noches",
                "Shakira - ¿Dónde están los ladrones?", "Mägo de Oz - Fiesta pagana", "Niña Pastori - Cai",
                "Rocío Jurado - Como una ola",
                "Los Ángeles Azules - Cómo te voy a olvidar", "Natalia Lafourcade - Hasta la raíz",
                "Jarabe de Palo - La flaca",
                "Ricardo Montaner - Déjame llorar", "Luis Fonsi - No me doy por vencido",
            ]),
        Language(
            name: "Portuguese", charsets: ["windows-1252"],
            titles: [
                "Legião Urbana - Tempo perdido", "Tom Jobim - Águas de março", "Marisa Monte - Ainda bem",
                "Xutos & Pontapés - À minha maneira",
                "Amália Rodrigues - Uma casa portuguesa", "António Variações - Canção de engate",
                "Caetano Veloso - Sozinho",
                "Djavan - Oceano", "Paralamas do Sucesso - Lanterna dos afogados", "Mariza - Ó gente da minha terra",
                "CORAÇÃO DE PAPEL",
            ]),
        Language(
            name: "Italian", charsets: ["windows-1252"],
            titles: [
                "Lucio Battisti - Emozioni", "Vasco Rossi - Vita spericolata", "Laura Pausini - La solitudine",
                "Fabrizio De André - Bocca di rosa",
                "Zucchero - Così celeste", "Negramaro - Meraviglioso", "Mina - Città vuota", "Ligabue - Certe notti",
                "Tiziano Ferro - Perdono",
                "Elisa - Luce (Tramonti a nord est)", "Måneskin - Zitti e buoni",
                "Claudio Baglioni - Questo piccolo grande amore", "Jovanotti - A te, perché sì",
            ]),
        Language(
            name: "Danish", charsets: ["windows-1252"],
            titles: [
                "Kim Larsen - Papirsklip", "TV-2 - Hele verden fra forstanden", "Gasolin' - Rabalderstræde",
                "Anne Linnet - Tusind stykker",
                "Lis Sørensen - Brændt", "Rasmus Seebach - Øde ø", "Nik & Jay - Hot!", "Thomas Helmig - Stupid Man",
                "MØ - Kamikaze",
                "Shu-bi-dua - Stærk tobak", "Sebastian - Når lyset bryder frem",
                "Volbeat - For evigt (feat. Johan Olsen)",
            ]),
        Language(
            name: "Norwegian", charsets: ["windows-1252"],
            titles: [
                "Röyksopp - Eple", "Bjørn Eidsvåg - Eg ser", "DDE - Vinsjan på kaia", "CC Cowboys - Harry",
                "Åge Aleksandersen - Lys og varme",
                "Vamp - Tir n'a noir", "Kaizers Orchestra - Ompa til du dør", "Dum Dum Boys - Splitter pine",
                "Sigrid - Strangers", "Maria Mena - Just hold me",
            ]),
        Language(
            name: "Swedish", charsets: ["windows-1252", "macintosh"],
            titles: [
                "Kent - Utan dina andetag", "Håkan Hellström - Känn ingen sorg för mig Göteborg",
                "Gyllene Tider - Sommartider", "ABBA - Gå och göm dig",
                "Veronica Maggio - Jag kommer", "Lars Winnerbäck - Söndermarken", "Tomas Ledin - Sommaren är kort",
                "Laleh - Bara få va mig själv",
                "Ted Gärdestad - Jag vill ha en egen måne", "Björn Skifs - Håll mitt hjärta",
                "Eva Dahlgren - Ängeln i rummet",
            ]),
        Language(
            name: "Finnish", charsets: ["windows-1252"],
            titles: [
                "Leevi and the Leavings - Pohjois-Karjala", "Eppu Normaali - Kitara, taivas ja tähdet",
                "J. Karjalainen - Missä se Väinö on?",
                "Apulanta - Teit meistä kauniin", "Kaija Koo - Tinakenkätyttö", "PMMP - Rusketusraidat",
                "Haloo Helsinki! - Beibi", "Dingo - Sinä ja minä",
                "Maija Vilkkumaa - Ei", "Yö - Rakkaus on lumivalkoinen", "Hector - Lumi teki enkelin eteiseen",
            ]),
        Language(
            name: "Icelandic", charsets: ["windows-1252"],
            titles: [
                "Sigur Rós - Svefn-g-englar", "Björk - Það sést ekki sætari mey", "Ásgeir Trausti - Dýrð í dauðaþögn",
                "Of Monsters and Men - Dirty Paws",
                "Bubbi Morthens - Rómeó og Júlía", "Nýdönsk - Hjálpaðu mér upp",
                "Sálin hans Jóns míns - Hvar er draumurinn?", "Mugison - Stingum af",
                "Stuðmenn - Íslenskir karlmenn", "Hjálmar - Til þín", "Valdimar - Yfir borgina",
                "Baggalútur - Ég á það skilið",
            ]),
        Language(
            name: "Dutch", charsets: ["windows-1252"],
            titles: [
                "Boudewijn de Groot - Avond", "André Hazes - Zij gelooft in mij", "Doe Maar - Is dit alles",
                "BLØF - Zoutelande", "Marco Borsato - Dochters",
                "Guus Meeuwis - Het is een nacht", "K's Choice - Not an Addict", "Clouseau - Daar gaat ze",
                "Stromae - Alors on danse", "Suzan & Freek - Als het avond is, één keer",
            ]),
        Language(
            name: "Simplified Chinese", charsets: ["GB18030"],
            titles: [
                "周杰伦 - 青花瓷", "邓丽君 - 月亮代表我的心", "王菲 - 红豆", "李健 - 传奇", "陈奕迅 - 十年", "朴树 - 平凡之路", "刘德华 - 忘情水", "张学友 - 吻别",
                "那英 - 默",
            ]),
        Language(
            name: "Traditional Chinese", charsets: ["Big5"],
            titles: ["五月天 - 突然好想你", "蔡依林 - 說愛你", "伍佰 - 挪威的森林", "張惠妹 - 聽海", "周華健 - 朋友", "孫燕姿 - 遇見", "羅大佑 - 戀曲一九九零"]),
        Language(
            name: "Japanese", charsets: ["Shift_JIS", "EUC-JP"],
            titles: [
                "宇多田ヒカル - First Love", "スピッツ - チェリー", "米津玄師 - レモン", "中島みゆき - 地上の星", "サザンオールスターズ - いとしのエリー",
                "坂本九 - 上を向いて歩こう", "中森明菜 - 少女A", "ゆず - 栄光の架橋", "Mr.Children - しるし",
            ]),
        Language(
            name: "Korean", charsets: ["EUC-KR"],
            titles: [
                "아이유 - 좋은 날", "방탄소년단 - 봄날", "싸이 - 강남스타일", "이문세 - 광화문 연가", "김광석 - 서른 즈음에", "윤하 - 사건의 지평선",
                "볼빨간사춘기 - 우주를 줄게",
            ]),
    ]

    static var charsetRows: [(Language, String)] {
        all.flatMap { language in language.charsets.map { (language, $0) } }
    }

    /// Titles that look as if they had a wrong charset, but are right.
    static let odd = [
        "JOSÉ’S BAR", "BEYONCÉ…", "CAFÉ® - Ü", "Mötley Crüe - Kickstart My Heart", "Motörhead - Ace of Spades",
        "Queensrÿche - Silent Lucidity",
        "Sigur Rós - ()", "Björk - Jóga", "Röyksopp & Robyn", "Ænima", "ÆØÅ", "ÄÖÜ", "ÀÉÎÕÜ", "Ðe Ðe",
        "Þursaflokkurinn - Þögull eins og meirihlutinn",
        "µ-Ziq - Brace Yourself", "½ Man ½ Biscuit", "3² - x³", "£5 – Ça va…", "Créée", "Île déserte", "Noël à Zoé",
        "¡Ándale! ¿Qué?", "«Où» – “là”",
        "AC⚡DC", "★ Blackstar", "deadmau5 — Strobe", "Sunn O))) ®™©", "ìì", "ÇÃO", "Aïe aïe aïe", "Mañana, MAÑANA",
        "Ünal Ülkü", "Łódź", "Ωmega", "😀 Happy 😀",
        "РР", "СССР", "РСФСР - Гимн СССР", "Вера", "ВГТРК", "РОССИЯ - СРГВ", "Ё", "Ёлка - Прованс",
    ]
}
