import RadioJSON

/// Control sequences for pictures in kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
/// Pure.
package enum KittyGraphics {
    /// The largest number of Base64 characters in one control sequence. A PNG with more is sent in several sequences.
    private static let chunk = 4096

    /// Returns the control sequences that show a PNG. The picture's upper left corner is at the terminal's cursor.
    ///
    /// The cursor does not move. The terminal sends no reply (`q=2`), because a reply would be read as keys.
    /// - Parameters:
    ///   - png: the bytes of the whole PNG file.
    ///   - columns: the width of the picture, in cells.
    ///   - rows: the height of the picture, in cells.
    ///   - id: the number by which ``remove(id:)`` removes the picture.
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

    /// Returns the control sequence that removes a picture and frees its memory in the terminal.
    package static func remove(id: UInt32) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }
}
