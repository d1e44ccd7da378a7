# Draws the rows of bin/bench-log (streams, CPU, PSS, late titles …) as an SVG picture: awk -f curve.awk ROWS >FILE.svg
# Two panels show CPU and memory over the number of streams.
function x(n) { return 70 + n / most * 560 }
function panel(top, values, limit, unit, colour, title,   i, step, v, path) {
    printf "<text x=\"70\" y=\"%d\" class=\"t\">%s</text>\n", top - 12, title
    step = limit / 4
    for (v = 0; v <= limit * 1.001; v += step) {
        y = top + 160 - v / limit * 160
        printf "<line x1=\"70\" x2=\"630\" y1=\"%.1f\" y2=\"%.1f\" class=\"g\"/>", y, y
        printf "<text x=\"62\" y=\"%.1f\" class=\"n\" text-anchor=\"end\">%g%s</text>\n", y + 4, v, unit
    }
    path = ""
    for (i = 1; i <= count; i++) path = path sprintf("%s%.1f,%.1f", i > 1 ? " " : "", x(n[i]), top + 160 - values[i] / limit * 160)
    printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>\n", path, colour
    for (i = 1; i <= count; i++) {
        printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x(n[i]), top + 160 - values[i] / limit * 160, colour
        printf "<text x=\"%.1f\" y=\"%.1f\" class=\"n\" text-anchor=\"middle\">%s</text>\n", x(n[i]), top + 160 - values[i] / limit * 160 - 9, values[i]
    }
}
function round(value,   power) {
    power = 1
    while (power * 10 <= value) power *= 10
    while (power > value) power /= 10
    return value <= power * 2 ? power * 2 : value <= power * 4 ? power * 4 : value <= power * 8 ? power * 8 : power * 10
}
{
    count++
    n[count] = $1; cpu[count] = $2; memory[count] = $3; late += $4
    if ($1 > most) most = $1
    if ($2 > highest) highest = $2
    if ($3 > largest) largest = $3
}
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 500\" font-family=\"sans-serif\">"
    print "<style>.t{font-size:14px;font-weight:bold;fill:#333}.n{font-size:11px;fill:#555}.g{stroke:#ddd}</style>"
    print "<rect width=\"660\" height=\"500\" fill=\"#fff\"/>"
    panel(40, cpu, round(highest), " %", "#b3541e", "CPU of longwave log, % of a core")
    panel(270, memory, round(largest), "", "#1e6fb3", "Memory (PSS), MiB")
    for (i = 1; i <= count; i++) printf "<text x=\"%.1f\" y=\"448\" class=\"n\" text-anchor=\"middle\">%d</text>\n", x(n[i]), n[i]
    printf "<text x=\"350\" y=\"468\" class=\"n\" text-anchor=\"middle\">stations of 128 kbit/s followed at once</text>\n"
    printf "<text x=\"350\" y=\"488\" class=\"n\" text-anchor=\"middle\">titles late by more than a second, in all: %d</text>\n", late
    print "</svg>"
}
