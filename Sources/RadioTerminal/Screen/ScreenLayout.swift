/// Where the parts of the screen are, for every size of a terminal. Pure.
///
/// | rows | parts |
/// |---|---|
/// | 1 | what plays |
/// | 2 to 4 | the page, what plays |
/// | 5 to 7 | pages' names, the page, what plays |
/// | 8 to 11 | and a line above the page, a second one of what plays, the most useful keys |
/// | 12 to 17 | and a rule, and a third line of what plays |
/// | 18 and more | and five lines of what plays with a picture; from 100 columns on they are beside the page |
package struct ScreenLayout: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The row of the pages' names.
    package private(set) var tabs: Int?
    /// The row above the page: lists of stations, what is typed.
    package private(set) var bar: Int?
    package private(set) var list: Range<Int>
    /// Columns of the page.
    package private(set) var listWidth: Int
    package private(set) var rule: Int?
    /// Rows of what plays.
    package private(set) var playing: Range<Int>
    /// Columns of what plays, without its picture.
    package private(set) var playingColumns: Range<Int>
    package private(set) var picture: PictureFrame?
    /// The row of the most useful keys, and of messages.
    package private(set) var help: Int?
    /// What plays is right of the page.
    package private(set) var isWide = false

    private static let widthForSide = 100
    private static let widthForPicture = 48

    /// - Parameters:
    ///   - hasPicture: whether there is one of what plays, or may be.
    ///   - isChoosing: the choosing mode: the field stands in the first row, and in place of what plays the station that is pointed at
    ///     is described.
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

    private mutating func besideThePage(_ hasPicture: Bool) {
        isWide = true
        let side = min(width / 3, 56)
        listWidth = width - side - 2
        playingColumns = (listWidth + 2)..<width
        list = 2..<(height - 1)
        playing = 1..<(height - 1)
        guard hasPicture else { return }
        // Cells are twice as high as wide; eight rows of text fit below.
        let rows = min(side / 2, playing.count - 9)
        guard rows >= 4 else { return }
        picture = PictureFrame(row: 1, column: playingColumns.lowerBound, columns: side, rows: rows)
        playing = (rows + 2)..<(height - 1)
    }
}
