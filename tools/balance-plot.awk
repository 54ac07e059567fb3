# balance-plot.awk — how many games of several scenarios each side won, as SVG: what `sandtable selfplay --turns`
# wrote.
#
#     awk -f tools/balance-plot.awk -v sides=us,german first-fire.tsv dieulouard.tsv > plot.svg
#
# A bar a file, named like it: games of the first side from the left, of the second from the right, drawn ones between.
BEGIN {
    FS = "\t"
    left = 150; top = 14; width = 520; height = 26
}
FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.[^.]*$/, "", name); scenario[++count] = name }
{ last[count, $1] = $NF }
function words(text, at, down, anchor, fill) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", at, down, anchor, fill, text
}
function bar(from, share, down, fill) {
    printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", left + width * from, down, width * share, height - 8, fill
}
END {
    split("#5c7a4a #5a6670", ink, " ")
    split(sides, party, ",")
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", left + width + 20, top + height * count + 24
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbf9ee\"/>\n"
    for (key in last) {
        split(key, part, SUBSEP)
        games[part[1]]++
        won[part[1], last[key]]++
    }
    for (i = 1; i <= count; i++) {
        down = top + height * (i - 1)
        first = won[i, party[1]] / games[i]; second = won[i, party[2]] / games[i]
        words(scenario[i], left - 8, down + 13, "end", "#1c1c1c")
        bar(0, 1, down, "#d8d2bf")
        bar(0, first, down, ink[1])
        bar(1 - second, second, down, ink[2])
        words(party[1] " " won[i, party[1]] + 0, left + 6, down + 13, "start", "#fbf9ee")
        words(won[i, party[2]] + 0 " " party[2], left + width - 6, down + 13, "end", "#fbf9ee")
    }
    printf "<path d=\"M%.1f %dV%d\" stroke=\"#1c1c1c\" stroke-dasharray=\"3 3\"/>\n", left + width / 2, top - 6, top + height * count
    words("half", left + width / 2, top + height * count + 14, "middle", "#4a3b2a")
    print "</svg>"
}
