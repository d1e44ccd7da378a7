/// Computes the cost of East Asian texts in charsets with several bytes per character, in the unit of
/// ``LanguageModel``.
enum WideLetters {
    /// The East Asian scripts. Each has its own set of frequent characters.
    private enum Script { case simplified, traditional, japanese, korean }

    private static func script(of charset: Charset) -> Script {
        switch charset.name {
        case "GB18030": .simplified
        case "Big5": .traditional
        case "EUC-KR": .korean
        case _: .japanese
        }
    }

    /// Returns the cost of a text: the higher, the less likely. Nil if the bytes are not valid in the charset.
    static func cost(of bytes: [UInt8], in charset: Charset) -> Int? {
        guard let text = charset.decode(bytes) else { return nil }
        let script = script(of: charset)
        var sum = 0
        var at = 0
        var isBehindASCII = false
        for scalar in text.unicodeScalars {
            guard at < bytes.count else { return nil }
            let lead = bytes[at]
            if lead < 0x80 {
                at += 1
                isBehindASCII = LetterCodes.code(of: scalar.value) != LetterCodes.boundary
                continue
            }
            let isHalfWidth = (0xFF61...0xFF9F).contains(scalar.value)
            at += length(from: at, of: bytes, charset, isHalfWidth: isHalfWidth)
            sum += cost(of: scalar.value, lead: lead, script, charset)
            // A character right after an ASCII letter costs more, because scripts rarely change inside a word.
            if isBehindASCII { sum += 40 }
            isBehindASCII = false
        }
        return sum
    }

    /// Returns the length in bytes of the character at the offset `at`.
    private static func length(from at: Int, of bytes: [UInt8], _ charset: Charset, isHalfWidth: Bool) -> Int {
        if charset.name == "Shift_JIS" { return isHalfWidth ? 1 : 2 }
        if charset.name == "EUC-JP" { return bytes[at] == 0x8F ? 3 : 2 }
        if charset.name == "GB18030", at + 1 < bytes.count, (0x30...0x39).contains(bytes[at + 1]) { return 4 }
        return 2
    }

    /// Returns the cost of one character: low for usual characters, high for rare ones.
    private static func cost(of scalar: UInt32, lead: UInt8, _ script: Script, _ charset: Charset) -> Int {
        switch script {
        case .japanese:
            switch scalar {
            case 0x3041...0x3093: return 83
            case 0x30A1...0x30F6, 0x30FC: return 88
            case 0xFF61...0xFF9F: return 150
            case _: break
            }
            if japanese.contains(scalar) { return 118 }
            let isUsual = charset.name == "EUC-JP" ? (0xB0...0xCF).contains(lead) : (0x88...0x97).contains(lead)
            return isUsual ? 172 : isSign(scalar) ? 120 : 230
        case .korean:
            if korean.contains(scalar) { return 96 }
            if (0xAC00...0xD7A3).contains(scalar) { return (0xB0...0xC8).contains(lead) ? 146 : 230 }
            return isSign(scalar) ? 120 : 210
        case .simplified:
            if simplified.contains(scalar) { return 112 }
            return (0xB0...0xD7).contains(lead) ? 144 : isSign(scalar) ? 120 : 210
        case .traditional:
            if traditional.contains(scalar) { return 112 }
            return (0xA4...0xC6).contains(lead) ? 150 : isSign(scalar) ? 120 : 220
        }
    }

    /// Returns true for full-width punctuation and letters.
    private static func isSign(_ scalar: UInt32) -> Bool {
        (0x3000...0x301F).contains(scalar) || (0xFF01...0xFF5E).contains(scalar) || (0x2010...0x2026).contains(scalar)
    }

    private static func set(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }

    // The most usual characters in song titles and names.
    private static let simplified = set(
        """
        的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现\
        前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间斯知世什两次使身者被高已亲其进此话常与活正感见明问力理尔点文几定本公特做外孩相西果走将月十实向声车全信重三机工物气每并别真打\
        太新比才便夫再书部水像眼等体却加电主界门利海受听表德少克代员许先口由死安写性马光白或住难望教命花结乐色更拉东神记处让母父应直字场平报友关放至张认接告入笑内英军候民岁往何度山觉路带万\
        男边风解叫任金快原吃妈变通师立象数四失满战远格士音轻目条呢病始达深完今提求清王化空业思切怎非找片罗钱南语元喜曾离飞科言干流欢约各即指合反题必该论交终林请医晚制球决传画保读运及则房早\
        院量苦火布品近坐产答星精视五连司巴奇管类未朋且婚台夜青北队久乎越观落尽形影红爸百令周吧识步希亚术留市半热送兴造谈容极随演收首根讲整式取照办强石古华谓拿计您装似足双妻尼转诉米称丽客领\
        节衣站黑刻统断福城故历惊脸选包紧争另建维绝树系伤示愿持千史谁准联妇纪基买志静阿诗独复痛消社算义竟确酒需单治卡幸兰念举仅钟怕共毛句息功官待究跟穿室易游程号居考突皮哪费伦杰唱歌梦泪雪雨\
        云角朵蝶恋寂寞孤温柔拥抱忘永曲邓君陈刘李孙赵黄吴徐朱胡郭郑梁谢宋唐韩曹萧冯蔡彭潘袁董余苏叶吕魏蒋田杜丁沈姜范江傅卢汪戴崔陆廖姚邱夏谭韦贾邹熊孟秦阎薛侯雷
        """)
    private static let traditional = set(
        """
        的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現\
        前些所同日手又行意動方期它頭經長兒回位分愛老因很給名法間斯知世什兩次使身者被高已親其進此話常與活正感見明問力理爾點文幾定本公特做外孩相西果走將月十實向聲車全信重三機工物氣每並別真打\
        太新比才便夫再書部水像眼等體卻加電主界門利海受聽表德少克代員許先口由死安寫性馬光白或住難望教命花結樂色更拉東神記處讓母父應直字場平報友關放至張認接告入笑內英軍候民歲往何度山覺路帶萬\
        男邊風解叫任金快原吃媽變通師立象數四失滿戰遠格士音輕目條呢病始達深完今提求清王化空業思切怎非找片羅錢南語元喜曾離飛科言乾流歡約各即指合反題必該論交終林請醫晚制球決傳畫保讀運及則房早\
        院量苦火布品近坐產答星精視五連司巴奇管類未朋且婚台夜青北隊久乎越觀落盡形影紅爸百令周吧識步希亞術留市半熱送興造談容極隨演收首根講整式取照唱歌夢淚雪雨雲角朵蝶戀寂寞孤單溫柔擁抱忘永幸\
        福曲鄧君陳劉李孫趙黃吳徐朱胡郭鄭梁謝宋唐韓曹蕭馮程蔡彭潘袁董余蘇葉呂魏蔣田杜丁沈姜范江傅鍾盧汪戴崔陸廖姚邱夏譚杰倫依伍佰迅榮富城惠妹
        """)
    private static let japanese = set(
        """
        日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田\
        当八六約主題下首意法不来作性的要用制治度務強気小七成期公持野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予\
        川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住\
        争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付愛恋歌夢涙花風雨雪星夜夏冬春秋桜君僕声音楽曲命永遠未希望束友達旅青赤白黒光影\
        太陽街駅坂井泉宇浜崎津玄師室奈美恵松竹尾豊渕剛桑佳祐椎林檎福雅嵐乃欅
        """)
    private static let korean = set(
        """
        이다는에의가을하고를은지한도로사기서아리나시어인자니라들그대게스수만해정여보일전부우주모안소마제있과것성원구장내면거무연오상동선신미생비세유국경공때조말당발교트러드음물방식위던임간\
        었았했않없르산분치관와저너노래랑요못네눈빛별밤꿈길날봄름겨울바람꽃늘심움추억영처끝친엄빠김박최강윤권황송류홍문양손배백허남탄년단블랙핑크태희열적건빅뱅레벨벳볼빨춘버커
        """)
}
