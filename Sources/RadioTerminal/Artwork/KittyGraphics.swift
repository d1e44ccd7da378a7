import RadioJSON

/// Pictures in kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/). Pure.
package enum KittyGraphics {
    /// Letters of Base64 in one control sequence; longer data comes in several.
    private static let chunk = 4096

    /// Shows a PNG from the cursor on, in so many cells. The cursor stays, and the terminal answers nothing (`q=2`): an answer would be
    /// read as keys.
    /// - Parameters:
    ///   - png: the whole file.
    ///   - columns: cells beside one another.
    ///   - rows: cells over one another.
    ///   - id: by which it is taken away again.
    package static func show(_ png: [UInt8], columns: Int, rows: Int, id: UInt32) -> String {
        let data = Array(Base64.encode(png).utf8)
        var text = ""
        var place = 0
        repeat {
            let end = min(place + chunk, data.count)
            let more = end < data.count ? 1 : 0
            let keys =
                place == 0 ? "a=T,f=100,t=d,i=\(id),p=1,c=\(columns),r=\(rows),C=1,q=2,m=\(more)" : "q=2,m=\(more)"
            text += "\u{1B}_G\(keys);" + String(decoding: data[place..<end], as: UTF8.self) + "\u{1B}\\"
            place = end
        } while place < data.count
        return text
    }

    /// Takes a picture away, and frees the terminal's memory of it.
    package static func remove(id: UInt32) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }
}
