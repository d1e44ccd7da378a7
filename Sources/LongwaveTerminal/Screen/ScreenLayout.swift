/// The rows and columns of the screen's parts, for a terminal of any size. The player's lines show what plays. Pure.
///
/// | rows of the terminal | parts |
/// |---|---|
/// | 1 | the player's line |
/// | 2 to 4 | the page, the player's line |
/// | 5 to 7 | the pages' names, the page, the player's line |
/// | 8 to 11 | also a line above the page, a second line of the player, the most useful keys |
/// | 12 to 17 | also a horizontal line between the page and the player, and a third line of the player |
/// | 18 and more | also a picture, and five lines of the player; from 100 columns on, right of the page |
package struct ScreenLayout: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The row with the names of the pages; nil if there is no room for it.
    package private(set) var tabs: Int?
    /// The row above the page, with the names of the station lists or the search field; nil if there is no room for it.
    package private(set) var bar: Int?
    /// The rows of the terminal that show the page's list.
    package private(set) var list: Range<Int>
    /// The width of the page's list in columns.
    package private(set) var listWidth: Int
    /// The row of the horizontal line between the page and the player; nil if there is none.
    package private(set) var rule: Int?
    /// The rows of the terminal that show what plays.
    package private(set) var playing: Range<Int>
    /// The columns of the text about what plays, without the columns of the picture.
    package private(set) var playingColumns: Range<Int>
    package private(set) var picture: PictureFrame?
    /// The last row, with the most useful keys or a message; nil if there is no room for it.
    package private(set) var help: Int?
    /// Whether the player is shown to the right of the page instead of below.
    package private(set) var isWide = false

    /// The smallest width in columns at which the player is shown to the right of the page.
    private static let widthForSide = 100
    /// The smallest width in columns at which a picture is shown to the left of the player's lines.
    private static let widthForPicture = 48

    /// Chooses the places of all parts.
    /// - Parameters:
    ///   - hasPicture: whether there is, or may be, a picture of what plays.
    ///   - isChoosing: whether the screen is in choosing mode. If it is, the search field is in the first row, and the
    ///     station with the cursor is described in place of the player.
    package init(width: Int, height: Int, hasPicture: Bool, isChoosing: Bool = false) {
        let (width, height) = (max(width, 1), max(height, 1))
        (self.width, self.height) = (width, height)
        listWidth = width
        list = 0..<(height - 1)
        playing = (height - 1)..<height
        playingColumns = 0..<width
        guard !isChoosing else {
            choose(hasPicture)
            return
        }
        guard height >= 5 else { return }
        tabs = 0
        list = 1..<(height - 1)
        guard height >= 8 else { return }
        bar = 1
        help = height - 1
        if height >= 18, width >= Self.widthForSide {
            besideThePage(hasPicture)
            return
        }
        below(lines: height < 12 ? 2 : height < 18 ? 3 : 5, hasPicture)
        list = 2..<(rule ?? playing.lowerBound)
    }

    /// Chooses the places of all parts in choosing mode.
    private mutating func choose(_ hasPicture: Bool) {
        tabs = 0
        guard height >= 4 else {
            playing = height..<height
            list = 1..<max(height, 1)
            return
        }
        help = height - 1
        if height >= 18, width >= Self.widthForSide {
            besideThePage(hasPicture)
        } else {
            below(lines: height < 8 ? 0 : height < 14 ? 1 : 5, hasPicture)
        }
        list = 1..<(isWide ? height - 1 : rule ?? playing.lowerBound)
    }

    /// Places the player's lines and its picture below the page.
    private mutating func below(lines: Int, _ hasPicture: Bool) {
        let more = height >= 24 && hasPicture && width >= Self.widthForPicture ? min(height / 4, 8) - 5 : 0
        playing = (height - 1 - lines - max(more, 0))..<(height - 1)
        if height >= 12 { rule = playing.lowerBound - 1 }
        if hasPicture, lines == 5, width >= Self.widthForPicture {
            let columns = playing.count * 2
            picture = PictureFrame(row: playing.lowerBound, column: 0, columns: columns, rows: playing.count)
            playingColumns = (columns + 1)..<width
        }
    }

    /// Places the player's lines to the right of the page, below the player's picture.
    private mutating func besideThePage(_ hasPicture: Bool) {
        isWide = true
        let side = min(width / 3, 56)
        listWidth = width - side - 2
        playingColumns = (listWidth + 2)..<width
        list = 2..<(height - 1)
        playing = 1..<(height - 1)
        guard hasPicture else { return }
        // A cell is about twice as high as wide, so a square picture has half as many rows as columns. Nine rows stay
        // free for a blank row and the text below the picture.
        let rows = min(side / 2, playing.count - 9)
        guard rows >= 4 else { return }
        picture = PictureFrame(row: 1, column: playingColumns.lowerBound, columns: side, rows: rows)
        playing = (rows + 2)..<(height - 1)
    }
}
