/// The texts from which ``LanguageModel`` learns the pairs of letters of each language.
///
/// A sample consists of words from songs, names of months and numbers. Some samples add the first article of the
/// Universal Declaration of Human Rights. This is enough to recognise whether bytes are words in a charset.
/// ``Sample/letters`` adds letters that the sample's text lacks.
enum LanguageSamples {
    /// The sample of one language.
    struct Sample: Sendable {
        /// The ISO 639-1 code of the language.
        var language: String
        var text: String
        var letters = ""
    }

    static let all = latin + cyrillic + others

    static let latin: [Sample] = [
        Sample(
            language: "fr",
            text: """
                Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison \
                et de conscience et \
                doivent agir les uns envers les autres dans un esprit de fraternité. Chanson d'été, où es-tu, à \
                bientôt, déjà, près de \
                toi, même, fenêtre, forêt, fête, tête, bête, la mère, le père, mon frère, j'étais, c'était, ça va, \
                français, garçon, \
                leçon, reçu, Noël, naïve, maïs, haïr, l'âme, âge, château, gâteau, île, maître, dîner, hôtel, \
                côté, drôle, rôle, sûr, \
                goût, coûter, août, brûler, cœur, sœur, œuvre, vœux, Beyoncé, Céline, Édith, Étienne, Jérôme, \
                François, Hélène, André, \
                René, Gérard, Zoé, Médéric, année, journée, soirée, liberté, beauté, vérité, éternité, étoile, \
                étranger, aimé, \
                passé, blessé, oublié, rêve, rêver, lumière, dernière, première, manière, poussière, rivière, \
                mystère, colère, misère, très
                """, letters: "ùüëÿ"),
        Sample(
            language: "de",
            text: """
                Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und \
                Gewissen begabt und sollen \
                einander im Geist der Brüderlichkeit begegnen. Für dich, über den Wolken, schöne Grüße aus \
                München, Köln, Düsseldorf, \
                Österreich, Zürich, Mädchen, Männer, wäre, hätte, könnte, müssen, größer, größte, süß, heiß, weiß, \
                Straße, groß, Fuß, \
                außer, Spaß, König, Löwe, Herbert Grönemeyer, Die Ärzte, Die Toten Hosen, Böhse Onkelz, \
                Größenwahn, Mörder, Träume, \
                Nächte, fühlen, glücklich, zurück, Tür, früh, für immer, Glück, Brücke, Stück, Hügel, Flügel, \
                Gefühl, kühl, schön, \
                hören, gehört, tötet, böse, Höhe, möchte, natürlich, plötzlich, Märchen, Gespräch, Fräulein, \
                Läuft, Bläck Fööss, Höhner
                """),
        Sample(
            language: "es",
            text: """
                Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de \
                razón y conciencia, deben \
                comportarse fraternalmente los unos con los otros. Corazón, canción, pasión, ilusión, adiós, \
                después, también, así, aquí, \
                mí, sí, día, María, mía, todavía, alegría, Andalucía, García, José, Jesús, Joaquín, Ramón, Ángel, \
                Álvaro, Óscar, años, \
                mañana, niña, niño, señora, señor, España, montaña, cariño, sueño, sueños, extraño, pequeña, \
                dueño, más, jamás, quizás, \
                estás, están, será, está, vivirás, qué, café, bebé, té, olvidé, amaré, lloré, rápido, música, \
                última, mágico, único, \
                lágrimas, árbol, corazones, tú, Perú, según, Cómo, dónde, cuándo, él, fácil, difícil, ¿Qué será?, \
                ¡Ay!, Bésame, Déjame
                """, letters: "ü"),
        Sample(
            language: "pt",
            text: """
                Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de \
                consciência, devem agir \
                uns para com os outros em espírito de fraternidade. Não, coração, canção, paixão, solidão, ilusão, \
                São João, Conceição, \
                emoção, mãe, manhã, amanhã, irmão, corações, canções, lições, você, até, é, pé, café, José, \
                também, ninguém, alguém, além, \
                saudade, só, nós, avó, avô, três, português, mês, Antônio, Antónia, Caetano, Tom Jobim, João \
                Gilberto, Águas de Março, \
                água, início, difícil, possível, Gonçalves, Graça, força, começo, dança, criança, esperança, \
                lembrança, cabeça, à, às, \
                último, música, mágica, açúcar, Zélia, Betânia, Luís, país, aí, daí, está, será, já, lá, cá, há, \
                maçã, põe, avião, chão, mão
                """, letters: "ü"),
        Sample(
            language: "it",
            text: """
                Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Perché, perchè, più, città, \
                felicità, libertà, verità, \
                realtà, è, c'è, cos'è, caffè, sé, né, poiché, finché, così, lunedì, lì, sì, Forlì, può, però, ciò, \
                andrò, sarò, amerò, \
                tornerò, sarà, verrà, là, già, metà, età, giù, laggiù, gioventù, virtù, Mahmood, Nicolò, Niccolò, \
                Fabrizio De André, \
                Novecento, L'immensità, È la vita, vivrò, farà, potrà, dirò, sparirà, papà, bontà, qualità, \
                università, pietà, metà, tribù
                """),
        Sample(
            language: "nl",
            text: """
                Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. België, Italië, één, \
                geïnteresseerd, zoë, reünie, \
                coördinatie, ideeën, zeeën, knieën, André Hazes, Marco Borsato, Dromen zijn bedrog, Bløf, café, \
                hé, logé, scène, crème
                """),
        Sample(
            language: "sv",
            text: """
                Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och \
                samvete och bör handla gentemot \
                varandra i en anda av broderskap. Där, här, när, jag är, också, så, på, då, två, år, får, går, \
                står, måste, någon, små, \
                blå, grå, kväll, kärlek, hjärta, själ, värld, väg, vänner, människa, ängel, älska, älskar, \
                äntligen, över, för, före, öga, \
                öppna, hör, gör, dör, kör, stör, sjö, ö, höst, sömn, drömmar, dröm, röd, död, löfte, Håkan \
                Hellström, Åsa, Björn, Östersund, \
                Malmö, Göteborg, Kärlek är för dem, Öppna landskap, Återvändsgränd, läge, Säg mig, Även om, \
                Förlåt, trött, lång, många, sång
                """, letters: "é"),
        Sample(
            language: "da",
            text: """
                Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og \
                samvittighed, og de bør handle \
                mod hverandre i en broderskabets ånd. Altså, også, på, så, få, gå, står, nå, år, når, små, blå, \
                måske, kærlighed, kære, være, \
                været, vær, her, træ, nær, nærmest, æble, æde, gæst, pæn, næste, længe, sød, død, rød, grøn, røre, \
                høre, høst, køre, føler, \
                følelse, før, øje, øjne, øl, ø, dør, dø, hjørne, smør, større, første, søn, søster, ønske, \
                Sørensen, Jørgen, Søren, Bjørn, \
                Åse, Ære, Ægte, Tør du, Jeg går aldrig, våge, håb, måne, hånd, værelse, spørg, Mø, Ørsted, \
                Røyksopp, Gåte, A-ha, kjærlighet, \
                kjære, hjem, drømmer, drøm, små ting, forstå, natt, jenter, Kåre, Bjørnstjerne, Tromsø, Bodø, \
                Ålesund, gjør, fjærland
                """, letters: "éòô"),
        Sample(
            language: "fi",
            text: """
                Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu \
                järki ja omatunto, ja heidän \
                on toimittava toisiaan kohtaan veljeyden hengessä. Minä, sinä, hän, tämä, nämä, elämä, päivä, \
                sydän, äiti, yötä, työ, yö, \
                pyörä, näkymätön, hyvä, hyvää, yötä, kesä, kesän, ystävä, ystäviä, jää, pää, sää, häät, lähde, \
                tähti, tähdet, vähän, enää, \
                mitään, missään, ääni, ääretön, älä, älä mene, käsi, käy, löysin, mökki, Jäätelökesä, Äänisen \
                aallot, Päivänsäde, Jyväskylä
                """, letters: "åšž"),
        Sample(
            language: "is",
            text: """
                Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og \
                samvisku, og ber þeim að \
                breyta bróðurlega hverjum við annan. Það, þú, þér, þetta, þegar, þeir, þau, því, þá, þar, þjóð, \
                þó, þorp, það er, og við, með, \
                eða, áður, síðan, maður, góður, góðan daginn, veður, norður, suður, blóð, hljóð, ljóð, orð, jörð, \
                borð, verð, hafið, lífið, \
                ást, ástin, í, á, já, ég, ísland, Reykjavík, Ísafjörður, Sigur Rós, Björk Guðmundsdóttir, Ágætis \
                byrjun, Ásgeir, Dýrð í dauðaþögn, \
                Mugison, Hjálmar, Jónsi, dóttir, stúlka, nótt, dögun, sól, svört, hvít, rauð, gulur, grænn, blár, \
                sér, mér, þér, fé, vél, \
                lítill, mínir, þínir, ný, nýtt, dýr, sýn, týnd, öll, völlur, köttur, fjöll, æ, ævi, æska, bæ, sæl, \
                úti, út, hús, brúður, Hoppípolla
                """),
        Sample(
            language: "ca",
            text: """
                Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de raó i de \
                consciència, i han de \
                comportar-se fraternalment els uns amb els altres. Cançó, cançons, això, què, perquè, és, més, \
                també, l'àvia, Lluís Llach, \
                Antònia Font, Òscar, músic, pàtria, història, núvol, col·legi, il·lusió, plaça, força, demà, açò, \
                Els Catarres, veïns, raïm
                """, letters: "ïü"),
        Sample(
            language: "et",
            text: """
                Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus \
                ja südametunnistus ja \
                nende suhtumist üksteisesse peab kandma vendluse vaim. Õnn, õhtu, öö, öös, mõte, mõnikord, võib, \
                kõige, põhja, sõber, \
                armastus, süda, üks, üle, küsi, külm, päev, päike, järv, hääl, täna, tähed, mäed, Eesti, Tõnis \
                Mägi, Jääboiler, Põhjala, \
                Ühendus, Šokolaad, žanr, tõde, sõna, lõpp, kõrb, õde, võõras, hõbe, jõgi, jõulud, Öökuninganna, \
                Terminaator, südaöö
                """),
        Sample(
            language: "pl",
            text: """
                Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni \
                rozumem i sumieniem i powinni \
                postępować wobec innych w duchu braterstwa. Miłość, miłości, życie, życia, dzień, noc, słońce, \
                świat, będzie, będę, chcę, \
                się, nie mogę, wciąż, już, też, że, żeby, gdzieś, coś, ktoś, dziś, kiedyś, łzy, łódź, ładna, mały, \
                było, był, byłem, chciał, \
                miał, zło, złoty, głos, głowa, właśnie, człowiek, dziewczyna, dziewczyną, jestem, ciebie, tęsknię, \
                piękna, pięć, książę, \
                księżyc, pieśń, jesień, cień, ogień, dłoń, koń, końca, późno, źle, źródło, mróz, róża, dróg, \
                Kraków, Gdańsk, Łódź, Śląsk, \
                Zażółć gęślą jaźń, Perfect, Dżem, Budka Suflera, Krzysztof Krawczyk, Czesław Niemen, Maryla \
                Rodowicz, Małgorzata, Łukasz, \
                Agnieszka Osiecka, Przeżyj to sam, Ciągle pada, Jolka, Jolka pamiętasz, Nie płacz Ewka, Dni, \
                których jeszcze nie znamy
                """),
        Sample(
            language: "cs",
            text: """
                Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a \
                svědomím a mají spolu jednat v duchu \
                bratrství. Příliš žluťoučký kůň úpěl ďábelské ódy. Láska, lásko, život, život je, svět, světě, \
                věřím, věci, člověk, měsíc, \
                město, někdy, něco, tě, mě, děti, děvče, loučení, píseň, písnička, písničky, víš, chvíle, bílá, \
                bílé, černá, černý, červená, \
                řeka, řekni, říkám, při, před, třeba, dveře, moře, hvězda, srdce, ještě, až, když, že, může, nůž, \
                růže, dům, důvod, sůl, kůže, \
                Jiří, Jaromír Nohavica, Karel Gott, Lucie Bílá, Václav Neckář, Chinaski, Kryštof, Olympic, Kabát, \
                Tomáš Klus, Ňadra, ďábel, \
                ťapka, štěstí, šaty, škoda, naší, vaší, sníh, zítra, vítr, nikdy víc, slunečný hrob, Dej mi víc \
                své lásky, Osmý den, Včera
                """, letters: "öü"),
        Sample(
            language: "sk",
            text: """
                Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv. Sú obdarení \
                rozumom a majú navzájom jednať v \
                bratskom duchu. Láska, lásky, život, deň, dážď, ďalej, ľúbim, ľalia, vôňa, môj, tvôj, kôň, stôl, \
                päť, mäso, čas, človek, oči, \
                noč, šťastie, ešte, keď, žiť, byť, mať, ísť, vietor, svet, piesne, spievať, tŕň, vŕba, mĺkvy, \
                dlhý, Žilina, Košice, \
                Elán, Tublatanka, Jožo Ráž, Miroslav Žbirka, Pavol Hammel, Modus, Úsmev, Voda čo ma drží nad \
                vodou, Vyznanie, Nie sme zlí
                """, letters: "äĺŕó"),
        Sample(
            language: "hu",
            text: """
                Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és \
                lelkiismerettel bírván, egymással \
                szemben testvéri szellemben kell hogy viseltessenek. Szerelem, szerelmes, szív, szívem, szép, él, \
                élet, életem, éj, éjszaka, ég, \
                kék, fehér, fekete, tűz, tűnt, fű, mű, könnyű, gyönyörű, nő, nők, idő, időben, erő, erdő, jövő, \
                eső, felhő, ő, őt, őszi, ősz, \
                első, utolsó, búcsú, út, úgy, újra, múlt, húsz, ház, haza, vár, várok, láttál, már, nyár, virág, \
                világ, álom, álmok, száz, \
                víz, hív, így, örök, öröm, köszönöm, gyöngy, föld, csönd, tört, üzenet, szürke, repül, külön, \
                nélkül, Magyarország, Omega, \
                Gyöngyhajú lány, Zorán, Neoton Família, Republic, Bikini, Edda Művek, Illés, Locomotiv GT, Ne várd \
                a májust, Hűség, Kell még egy szó
                """),
        Sample(
            language: "ro",
            text: """
                Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu \
                rațiune și conștiință și trebuie \
                să se comporte unele față de altele în spiritul fraternității. Inimă, iubire, dragoste, dacă, \
                fără, când, cântec, cânt, \
                gând, mână, pământ, pâine, rămâi, sărut, frumoasă, viață, viața mea, fată, noapte, vară, iarnă, \
                țară, țară, ța, ești, așa, și, \
                oraș, București, Ștefan, Țiriac, întâi, într, îmi, îți, înger, încă, lângă, până, după, Voltaj, \
                Holograf, Cargo, Păunescu, Mândră, Vântul
                """, letters: "şţ"),
        Sample(
            language: "hr",
            text: """
                Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i \
                sviješću i trebaju jedna prema \
                drugima postupati u duhu bratstva. Vsi ljudje se rodijo svobodni. Ljubav, noć, noćas, kuća, sreća, \
                srećo, ću, neću, hoću, ćemo, moći, \
                reći, već, oči, oče, čovjek, čekam, čaša, priča, srce, duša, dušo, još, što, ništa, šta, živi, \
                život, žena, žao, možda, kaže, \
                tuđa, anđeo, među, dođi, rođendan, Đorđe Balašević, Oliver Dragojević, Zdravko Čolić, Goran \
                Bregović, Riblja čorba, Bijelo dugme, \
                Šaban Šaulić, Ceca Ražnatović, Marko Perković, Željko Joksimović, Šutnja, Djevojčica, Žute dunje, \
                sanjaš, pišem, Kiša, Čarolija, lahko noč
                """),
        Sample(
            language: "sq",
            text: """
                Të gjithë njerëzit lindin të lirë dhe të barabartë në dinjitet dhe në të drejta. Ata kanë arsye \
                dhe ndërgjegje dhe duhet të \
                sillen ndaj njëri tjetrit me frymë vëllazërimi. Zemër, dashuri, është, çdo, këngë, nënë, çfarë, \
                për ty, shqipëri, vetëm, jetë
                """),
        Sample(
            language: "tr",
            text: """
                Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve \
                birbirlerine karşı kardeşlik \
                zihniyeti ile hareket etmelidirler. Şarkı, şimdi, aşk, aşkım, güneş, gözlerin, gönül, gül, gülüm, \
                gün, gece, sevgili, sevdiğim, \
                değil, eğer, dağ, dağlar, ağla, ağlama, yağmur, bağlama, oğlan, doğru, soğuk, öğren, çiçek, çocuk, \
                için, aç, geçer, kaç, hiç, \
                üç, açık, ayrılık, yalnız, yıldız, kız, kırmızı, sarı, hatıra, kapı, ışık, ılık, sıcak, adın, \
                kadın, yakın, İstanbul, İzmir, İbrahim, \
                Barış Manço, Sezen Aksu, Tarkan, Müslüm Gürses, İbrahim Tatlıses, Ajda Pekkan, Teoman, Şebnem \
                Ferah, Müzeyyen Senar, Zülfü \
                Livaneli, unutamadım, beni, bırakma, kuş, dönüş, başka, yaş, düş, Kış, Ölürsem, Özledim, Sensiz, \
                Hâlâ, Üsküdar, Dönence, Gülpembe
                """),
        Sample(
            language: "lt",
            text: """
                Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie \
                turi elgtis vienas kito \
                atžvilgiu kaip broliai. Meilė, mėnuo, gėlė, žvaigždė, širdis, širdį, dainą, tu esi, šalia, šitą, \
                žemė, žiema, būk, būti, jūra, \
                mūsų, jūsų, kartų, daugybė, vėjas, saulė, naktį, dieną, ačiū, čia, kelią, rudenį, Foje, Andrius \
                Mamontovas, Marijonas Mikutavičius, \
                Žilvinas Žvagulis, Džordana Butkutė, Gražinamas, paukščiai, žodžiai, Lietuvą, svajonė, šešėlis, \
                Vėl, Kažkada, žiūriu, tęsti, pasiilgęs
                """),
        Sample(
            language: "lv",
            text: """
                Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar \
                saprātu un sirdsapziņu, un viņiem \
                jāizturas citam pret citu brālības garā. Mīlestība, mīla, sirds, zvaigzne, saule, mēness, jūra, \
                zeme, debesis, Latvija, Rīga, \
                dziesma, dziesmā, nakts, diena, māte, tēvs, brālis, meitene, puķe, ceļš, ceļā, šeit, kāpēc, vējš, \
                gājputni, Prāta Vētra, \
                Raimonds Pauls, Imants Kalniņš, Līvi, Jumprava, Pērkons, Zvaigžņu, Ģirts, Ķēniņš, Ēna, Āboli, Kur \
                tu esi, Dāvā, Jāņi, mūžīgi
                """),
        Sample(
            language: "vi",
            text: """
                Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được \
                tạo hóa ban cho lý trí và \
                lương tâm và cần phải đối xử với nhau trong tình anh em. Em của ngày hôm qua, nơi này có anh, lạc \
                trôi, chúng ta không thuộc \
                về nhau, mưa, yêu, người, tình yêu, một, nhớ, đời, hạnh phúc, Sơn Tùng, Mỹ Tâm, Đàm Vĩnh Hưng, \
                Trịnh Công Sơn, Hồ Ngọc Hà, ước gì
                """),
    ]

    static let cyrillic: [Sample] = [
        Sample(
            language: "ru",
            text: """
                Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и \
                совестью и должны поступать в \
                отношении друг друга в духе братства. Любовь, любовь моя, я тебя люблю, ты меня, не забудь, звезда \
                по имени солнце, группа крови, \
                белые розы, песня, песни, ночь, день, сердце, жизнь, дождь, снег, весна, лето, осень, зима, небо, \
                море, город, дорога, счастье, \
                мечта, душа, глаза, слёзы, девочка, мальчик, мама, папа, друг, друзья, прощай, привет, хочешь, \
                знаешь, больше, только, если, \
                когда, почему, потому, сегодня, завтра, вчера, новый год, ещё, объятия, съешь, Алла Пугачёва, \
                Филипп Киркоров, Владимир \
                Высоцкий, Виктор Цой, Кино, Земфира, Мумий Тролль, Машина времени, Любэ, Надежда Кадышева, Стас \
                Михайлов, Григорий Лепс, \
                Юрий Шатунов, Валерий Меладзе, Руки вверх, Ласковый май, Сплин, Би-2, Агата Кристи, ДДТ, Чайф, \
                эхо, этот, цветы, улица, царица
                """),
        Sample(
            language: "uk",
            text: """
                Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і \
                совістю і повинні діяти у відношенні \
                один до одного в дусі братерства. Кохання, моя любов, україна, ніч, день, пісня, пісні, серце, \
                життя, дощ, сніг, весна, літо, \
                осінь, небо, море, місто, дорога, щастя, мрія, душа, очі, сльози, дівчина, хлопець, мати, її, \
                їхня, його, є, має, співає, \
                Океан Ельзи, Скрябін, Тіна Кароль, Святослав Вакарчук, Кузьма, Воплі Відоплясова, Плач Єремії, \
                Їдемо, ґанок, обійми, без бою
                """),
        Sample(
            language: "bg",
            text: """
                Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и \
                следва да се отнасят помежду си \
                в дух на братство. Любов, обичам те, сърце, нощ, ден, песен, живот, дъжд, сняг, слънце, лято, \
                небе, море, град, път, щастие, \
                мечта, душа, очи, момиче, мамо, българия, Лили Иванова, Васил Найденов, Щурците, Сигнал, ФСБ, \
                Азис, Преслава, Къде си, още, ще дойда
                """),
        Sample(
            language: "sr",
            text: """
                Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и \
                свешћу и треба једни према другима \
                да поступају у духу братства. Љубав, ноћ, кућа, срећа, хоћу, већ, очи, човек, чекам, прича, душа, \
                још, што, живот, жена, можда, \
                туђа, међу, дођи, Ђорђе Балашевић, Здравко Чолић, Рибља чорба, Бијело дугме, њена, моја, твоја, \
                џеп, Цеца, Жељко Јоксимовић
                """, letters: "ѓќѕ"),
        Sample(
            language: "be",
            text: """
                Усе людзі нараджаюцца свабоднымі і роўнымі ў сваёй годнасці і правах. Яны надзелены розумам і \
                сумленнем і павінны ставіцца адзін да \
                аднаго ў духу братэрства. Песняры, Беларусь, любоў, дзень, ноч, сэрца, жыццё, зямля, дзяўчына, \
                мова, шлях, вецер, наша, быць, ў нас
                """),
    ]

    static let others: [Sample] = [
        Sample(
            language: "el",
            text: """
                Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι \
                προικισμένοι με λογική και συνείδηση, και \
                οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης. Σ' αγαπώ, αγάπη, αγάπη μου, καρδιά, \
                καρδιά μου, μάτια, νύχτα, νύχτες, \
                μέρα, ζωή, τραγούδι, θάλασσα, ουρανός, ήλιος, φεγγάρι, αστέρι, δρόμος, όνειρο, όνειρα, πόσο, \
                τίποτα, ποτέ, πάντα, μόνο, μαζί, \
                χωρίς, δεν, θέλω, ξέρω, φεύγω, ψέμα, βροχή, χρόνια, Έλα, Ώρα, Άννα Βίσση, Γιώργος Νταλάρας, Χάρις \
                Αλεξίου, Μίκης Θεοδωράκης, \
                Γιάννης Πάριος, Νίκος Βέρτης, Δέσποινα Βανδή, Σάκης Ρουβάς, Αντώνης Ρέμος, Στέλιος Καζαντζίδης, \
                Μάνος Χατζιδάκις, Ύμνος, ΑΓΑΠΗ
                """, letters: "ϊϋΐΰ"),
        Sample(
            language: "he",
            text: """
                כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם \
                לנהוג איש ברעהו ברוח של אחווה. \
                אהבה, אני אוהב אותך, לילה, יום, שיר, שיר אהבה, לב, חיים, ירושלים של זהב, ארץ, שמש, ים, דרך, חלום, \
                עיניים, ילדה, אמא, אבא, שלמה \
                ארצי, אריק איינשטיין, עידן רייכל, עומר אדם, אייל גולן, שלום חנוך, משינה, כוורת, נועה קירל, סוף \
                הדרך, פרפר, צבע, טוב, גשם, קטן
                """),
        Sample(
            language: "ar",
            text: """
                يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم \
                بعضا بروح الإخاء. حبيبي، يا حبيبي، \
                قلبي، الحب، ليلة، الليل، عمري، أنت عمري، عيونك، القمر، الشمس، البحر، حياتي، أغنية، كل يوم، على \
                بالي، بحبك، وحشتني، يا ليل يا عين، أم كلثوم، \
                فيروز، عمرو دياب، عبد الحليم حافظ، نانسي عجرم، كاظم الساهر، محمد عبده، راشد الماجد، شيرين، تامر \
                حسني، ماجدة الرومي، إليسا، صباح الخير، غزال، ظلم، ذكرى، ثلاث، ضوء، طير، خلاص، جميل، سؤال، شيء، \
                هوى، آه، بيئة
                """),
        Sample(
            language: "fa",
            text: """
                تمام افراد بشر آزاد به دنيا ميآيند و از لحاظ حيثيت و حقوق با هم برابرند. همه داراي عقل و وجدان \
                هستند و بايد نسبت به يکديگر با روح برادري \
                رفتار کنند. عشق من، دلم، گل، گريه، چشم، پرنده، ژاله، خدا، شب، روز، ماه، ابي، گوگوش، معين، داريوش، \
                هايده، ستاره، کجايي، ميخوام، پاييز، چرا
                """, letters: "یىة"),
        Sample(
            language: "th",
            text: """
                มนุษย์ทั้งปวงเกิดมามีอิสระและเสมอภาคกันในศักดิ์ศรีและสิทธิ ต่างในตนมีเหตุผลและมโนธรรม \
                และควรปฏิบัติต่อกันด้วยจิตวิญญาณแห่งภราดรภาพ \
                รัก ความรัก หัวใจ คิดถึง เธอ ฉัน ไม่ ใจ คนเดียว เพลง วันนี้ ฝัน น้ำตา ดาว ฟ้า ฝน ทะเล ขอโทษ รอ \
                เหงา ลืม บอก ให้ ได้ ที่ มี เป็น อยู่ กับ ของ \
                เบิร์ด ธงไชย บอดี้สแลม คาราบาว โปเตโต้ ลาบานูน เสก โลโซ ปาล์มมี่ แสตมป์ เก็บ ช่วย ซบ ญ ฐาน ณ ถ้า \
                ผู้ พี่ ภูเขา ยัง ล่า ว่า ศูนย์ สวย ห่าง อีก ฮัก
                """, letters: "ฃฅฆฌฎฏฑฒฬฯฤๆ็๊๋์"),
    ]
}
