# points-plot.awk — points turn by turn of many games, as SVG: what `sandtable selfplay --turns FILE` wrote.
#
#     awk -f tools/points-plot.awk -v sides=german,soviet -v need=4,8,13 -v title="…" FILE > plot.svg
#
# `sides` are their words in playing order; the points are those of the first, or of `side` 2. `need` is what wins at
# the end of each turn, if there is such a thing. A game is a thin line, ended by a dot where a side won before the last
# turn; the thick line is their mean as long as half of them go on. Points below `low` or above `high` are drawn at the
# rim.
BEGIN {
    FS = "\t"
    if (side == "") side = 1
    if (low == "") low = -30
    if (high == "") high = 40
    left = 46; top = 34; width = 640; height = 320
}
{
    game = $1; turn = $2; points[game, turn] = $(2 + side)
    if (!(game in last) || turn > last[game]) last[game] = turn
    if (turn > turns) turns = turn
    if ($NF != "-") winner[game] = $NF
}
function x(turn) { return left + width * turn / turns }
function y(value) {
    if (value < low) value = low
    if (value > high) value = high
    return top + height * (high - value) / (high - low)
}
function colour(who) { return who in ink ? ink[who] : "#8a8577" }
function line(text, stroke, thick, opacity) {
    printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-opacity=\"%s\"/>\n", text, stroke, thick, opacity
}
function words(text, at, down, anchor, fill) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", at, down, anchor, fill, text
}
END {
    split("#5a6670 #b5382a #3f7a4a #b8860b", palette, " ")
    parties = split(sides, party, ",")
    for (i = 1; i <= parties; i++) ink[party[i]] = palette[i]
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", left + width + 20, top + height + 44
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbf9ee\"/>\n"
    for (value = low; value <= high; value += 10) {
        printf "<path d=\"M%d %.1fH%d\" stroke=\"#d8d2bf\"/>\n", left, y(value), left + width
        words(value, left - 6, y(value) + 4, "end", "#4a3b2a")
    }
    for (turn = 1; turn <= turns; turn++) words(turn, x(turn), top + height + 16, "middle", "#4a3b2a")
    words("turn", left + width / 2, top + height + 34, "middle", "#4a3b2a")
    count = split(need, needs, ",")
    steps = ""
    for (turn = 1; turn <= count && turn <= turns; turn++) steps = steps sprintf("%.1f,%.1f %.1f,%.1f ", x(turn - 1), y(needs[turn]), x(turn), y(needs[turn]))
    if (count) line(steps, "#1c1c1c", 1.6, 0.9)
    for (game in last) if (winner[game] != "") won[winner[game]]++
    for (game = 0; game in last; game++) {
        text = sprintf("%.1f,%.1f", x(0), y(0))
        for (turn = 1; turn <= last[game]; turn++) text = text sprintf(" %.1f,%.1f", x(turn), y(points[game, turn]))
        line(text, colour(winner[game]), 1, 0.45)
        if (last[game] < turns) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x(last[game]), y(points[game, last[game]]), colour(winner[game])
        games++
    }
    text = sprintf("%.1f,%.1f", x(0), y(0))
    for (turn = 1; turn <= turns; turn++) {
        sum = going = 0
        for (game in last) if (last[game] >= turn) { sum += points[game, turn]; going++ }
        if (2 * going < games) break
        text = text sprintf(" %.1f,%.1f", x(turn), y(sum / going))
    }
    line(text, "#1f4e79", 3, 1)
    words(title, left, 20, "start", "#1c1c1c")
    at = left + 8
    for (i = 1; i <= parties; i++) {
        who = party[i]
        printf "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", at, top + height - 18, colour(who)
        words(who " won " won[who] + 0, at + 16, top + height - 9, "start", "#1c1c1c")
        at += 120
    }
    print "</svg>"
}
