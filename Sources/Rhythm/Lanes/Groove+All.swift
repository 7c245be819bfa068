// SPDX-License-Identifier: Apache-2.0

extension Groove {
    /// Of the drum kit in rock, soul, funk, jazz and country.
    static let popular: [Groove] = [
        Groove(
            name: "rock", summary: "straight eighths, snare on two and four", meter: "4/4",
            source: "the usual first beat of drum tutors",
            text: "kick x...x... | snare ..x...x. | hat AxAxAxAx gain=60%"),
        Groove(
            name: "half-time", summary: "rock at half the pace, snare on three", meter: "4/4",
            source: "rock, with its backbeat once a bar",
            text: "kick x....x.. | snare ....A... | hat AxAxAxAx gain=60%"),
        Groove(
            name: "shuffle", summary: "eighths of triplets", meter: "4/4",
            source: "blues and early rock and roll",
            text: "kick x.....x..... | snare ...x.....x.. | hat A.xA.xA.xA.x gain=60%"),
        Groove(
            name: "12/8", summary: "slow blues: twelve eighths in four", meter: "12/8",
            source: "slow blues",
            text: "kick x.....x..... | snare ...x.....x.. | hat AxxAxxAxxAxx gain=60%"),
        Groove(
            name: "6/8", summary: "ballad: six eighths in two", meter: "6/8",
            source: "soul ballads and gospel",
            text: "kick x..... | snare ...A.. | hat AxxAxx gain=60%"),
        Groove(
            name: "funk", summary: "sixteenths with ghost notes", meter: "4/4",
            source: "after the break that Clyde Stubblefield played in 1969, as it is commonly notated",
            text: "kick x.x...x...x..x.. | snare ....A..o.o.oA..o | hat xxxxxxxxxxxxxxxx gain=55%"),
        Groove(
            name: "motown", summary: "snare on every beat", meter: "4/4",
            source: "soul of Detroit, 1960s",
            text: "kick x..xx..x | snare x.x.x.x. | hat xxxxxxxx gain=50% | shaker ..A...A. gain=50%"),
        Groove(
            name: "disco", summary: "kick on every beat, open hat between them", meter: "4/4",
            source: "disco, 1970s",
            text: "kick x.x.x.x. | snare ..x...x. | open-hat .x.x.x.x gain=50%"),
        Groove(
            name: "jazz", summary: "swing: the ride pattern, hat on two and four", meter: "4/4",
            source: "the ride pattern of swing, in triplets",
            text: "ride x..A.xx..A.x gain=60% | hat ...x.....x.. | kick o..o..o..o.. gain=40%"),
        Groove(
            name: "jazz-waltz", summary: "swing in three", meter: "3/4",
            source: "the ride pattern of swing, in three",
            text: "ride A..x.xx.. gain=60% | hat ...x..... gain=80% | kick x........ gain=60%"),
        Groove(
            name: "train", summary: "sixteenths on the snare, as on rails", meter: "4/4",
            source: "country: brushes on the snare",
            text: "kick x...x...x...x... gain=70% | snare ooAoooAoooAoooAo"),
        Groove(
            name: "bo-diddley", summary: "the clave of rock and roll", meter: "4/4",
            source: "Bo Diddley, 1955",
            text: "kick x..x..x...x.x... | shaker AoxoAoxoAoxoAoxo gain=60%"),
        Groove(
            name: "reggae", summary: "one drop: kick and rim on three", meter: "4/4",
            source: "Jamaica, 1970s: one drop",
            text: "kick ....A... | rim ....x... | hat oAoAoAoA gain=60%"),
        Groove(
            name: "second-line", summary: "street parade, four is heavy", meter: "4/4",
            source: "New Orleans: the big four over two bars",
            text: "kick x...x...x..x..A. over 2 bars | snare AooAooAoooAoAooo over 2 bars"),
    ]

    /// Of Cuba.
    static let cuban: [Groove] = [
        Groove(
            name: "son-clave", summary: "three and two, over two bars", meter: "4/4",
            source: "son",
            text: "clave x..x..x...x.x... over 2 bars"),
        Groove(
            name: "rumba-clave", summary: "three and two, the third stroke late", meter: "4/4",
            source: "rumba",
            text: "clave x..x...x..x.x... over 2 bars"),
        Groove(
            name: "mambo", summary: "shell pattern, clave and low drum", meter: "4/4",
            source: "cáscara and son clave, three and two, with the bass of tumbao",
            text: "woodblock A.x.Ax.xA.xA.x.x over 2 bars gain=70% | rim x..x..x...x.x... over 2 bars | kick ...x..x."),
        Groove(
            name: "cha-cha", summary: "bell on every beat, two drums at the end", meter: "4/4",
            source: "cha-cha-chá: bell, güiro and conga",
            text: "cowbell A.x.x.x. gain=60% | shaker A.xxA.xx gain=60% | rim ..x..... | surdo ......xx"),
        Groove(
            name: "songo", summary: "bell, slap and the bombo note", meter: "4/4",
            source: "Los Van Van, 1970s, in its simplest form",
            text: "cowbell A.x.A.x. gain=60% | rim ..x..... | surdo ......xx | kick ...x.... | hat o.o.o.o. gain=40%"),
    ]

    /// Of Brazil.
    static let brazilian: [Groove] = [
        Groove(
            name: "bossa", summary: "bossa nova: cross-stick over two bars", meter: "4/4",
            source: "bossa nova, about 1960",
            text: "rim x..x..x...x..x.. over 2 bars | kick x..xx..x | hat xxxxxxxx gain=50%"),
        Groove(
            name: "samba", summary: "surdo on two and four, tamborim and shaker", meter: "4/4",
            source: "samba of Rio",
            text: "surdo o...X...o...X... | tamborim x.x.xx.x.x.x.x.x gain=70% | shaker AooAAooAAooAAooA gain=60%"),
        Groove(
            name: "baiao", summary: "low drum in three, triangle", meter: "2/4",
            source: "zabumba and triangle of the north-east",
            text: "surdo A..x.... | rim ......x. | shaker ooAoooAo gain=60%"),
    ]

    /// Of ballrooms and concert halls.
    static let european: [Groove] = [
        Groove(
            name: "waltz", summary: "one, two, three", meter: "3/4",
            source: "ballroom",
            text: "kick x.. | snare .oo | hat xoxoxo gain=50%"),
        Groove(
            name: "bolero", summary: "side drum over two bars", meter: "3/4",
            source: "Ravel: Boléro, 1928",
            text: "snare x..xxxx..xxxx..x..x..xxxx..xxxxxxxxx over 2 bars gain=80%"),
        Groove(
            name: "tango", summary: "habanera: long, short, long, long", meter: "2/4",
            source: "the habanera of tango and milonga",
            text: "kick A..xA.x. | snare o.o.A.o. gain=60%"),
    ]
}
