/// The charsets that Longwave knows, with the labels that stations and lists use for them.
enum CharsetLabels {
    static let maximumLength = 64

    /// Returns true for ASCII letters and digits. All other bytes are ignored when labels are compared.
    static func isSignificant(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    static let byKey: [String: Charset] = {
        var byKey: [String: Charset] = [:]
        for row in rows {
            let charset = Charset(name: row.name, iconvName: row.iconv, form: row.form)
            let own = String(decoding: row.name.lowercased().utf8.filter { isSignificant($0) }, as: UTF8.self)
            for key in [own] + row.labels.split(separator: " ").map(String.init) { byKey[key] = charset }
        }
        return byKey
    }()

    /// A charset: its official name, its name in iconv, its form, and its other labels, separated by spaces.
    private struct Row {
        var name: String
        var iconv: String
        var form: Charset.Form
        var labels: String

        init(_ name: String, _ iconv: String, _ labels: String, _ form: Charset.Form = .singleByte) {
            self.name = name
            self.iconv = iconv
            self.form = form
            self.labels = labels
        }
    }

    private static let rows: [Row] = [
        Row("UTF-8", "UTF-8", "utf8 utf unicode unicode11utf8 65001 cp65001", .utf8),
        Row(
            "windows-1252", "WINDOWS-1252",
            "cp1252 win1252 1252 xcp1252 ansi iso88591 iso885911987 88591 latin1 latin l1 isolatin1 isoir100 iso8859 cp819 28591"
        ),
        Row("windows-1250", "WINDOWS-1250", "cp1250 win1250 1250 xcp1250"),
        Row("windows-1251", "WINDOWS-1251", "cp1251 win1251 1251 xcp1251 cyrillicwindows windowscyrillic win"),
        Row("windows-1253", "WINDOWS-1253", "cp1253 win1253 1253 xcp1253"),
        Row("windows-1254", "WINDOWS-1254", "cp1254 win1254 1254 xcp1254 iso88599 latin5 l5 88599 isoir148 28599"),
        Row("windows-1255", "WINDOWS-1255", "cp1255 win1255 1255 xcp1255", .composing),
        Row("windows-1256", "WINDOWS-1256", "cp1256 win1256 1256 xcp1256"),
        Row("windows-1257", "WINDOWS-1257", "cp1257 win1257 1257 xcp1257"),
        Row("windows-1258", "WINDOWS-1258", "cp1258 win1258 1258 xcp1258", .composing),
        Row("windows-874", "CP874", "cp874 win874 874 tis620 tis6200 iso885911 dos874"),
        Row("ISO-8859-2", "ISO-8859-2", "latin2 l2 88592 isolatin2 isoir101 28592"),
        Row("ISO-8859-3", "ISO-8859-3", "latin3 l3 88593 28593"),
        Row("ISO-8859-4", "ISO-8859-4", "latin4 l4 88594 28594"),
        Row("ISO-8859-5", "ISO-8859-5", "cyrillic 88595 isoir144 28595"),
        Row("ISO-8859-6", "ISO-8859-6", "arabic 88596 asmo708 28596"),
        Row("ISO-8859-7", "ISO-8859-7", "greek greek8 88597 elot928 28597"),
        Row("ISO-8859-8", "ISO-8859-8", "hebrew 88598 iso88598i logical visual 28598"),
        Row("ISO-8859-10", "ISO-8859-10", "latin6 l6 885910"),
        Row("ISO-8859-13", "ISO-8859-13", "latin7 l7 885913"),
        Row("ISO-8859-14", "ISO-8859-14", "latin8 l8 885914"),
        Row("ISO-8859-15", "ISO-8859-15", "latin9 l9 885915"),
        Row("ISO-8859-16", "ISO-8859-16", "latin10 l10 885916"),
        Row("KOI8-R", "KOI8-R", "koi koi8 cskoi8r 20866"),
        Row("KOI8-U", "KOI8-U", "koi8ru 21866"),
        Row("IBM866", "CP866", "cp866 866 dos866 csibm866 alt"),
        Row("IBM437", "CP437", "cp437 437 dos437"),
        Row("IBM850", "CP850", "cp850 850 dos850"),
        Row("IBM852", "CP852", "cp852 852 dos852"),
        Row("IBM855", "CP855", "cp855 855"),
        Row("IBM857", "CP857", "cp857 857 dos857"),
        Row("macintosh", "MACINTOSH", "mac macroman xmacroman"),
        Row("x-mac-cyrillic", "MAC-CYRILLIC", "maccyrillic xmacukrainian macukrainian"),
        Row("TCVN", "TCVN5712-1", "tcvn tcvn57121", .composing),
        Row("VISCII", "VISCII", "csviscii"),
        Row(
            "Shift_JIS", "CP932", "sjis shiftjis xsjis mskanji cp932 ms932 windows31j csshiftjis 932 cp943", .multiByte),
        Row("EUC-JP", "EUC-JP-MS", "eucjp xeucjp ujis eucjpms cseucpkdfmtjapanese", .multiByte),
        Row("ISO-2022-JP", "ISO-2022-JP", "jis csiso2022jp", .multiByte),
        Row("EUC-KR", "UHC", "euckr cp949 uhc ms949 949 ksc56011987 ksc5601 ksx1001 korean windows949", .multiByte),
        Row("GB18030", "GB18030", "gb2312 gbk cp936 936 euccn gb231280 chinese ms936 xgbk csgb2312", .multiByte),
        Row("Big5", "BIG5-HKSCS", "big5 big5hkscs cp950 950 cnbig5 xxbig5 csbig5", .multiByte),
    ]
}
