# Compares an example session of docs/engine.md with what the engine answered.
# awk -f example.awk SESSION ANSWERS: a line `…` stands for any lines, `…` at a line's end for any rest.
FNR == NR { if ($0 !~ /^> /) wanted[++n] = $0; next }
{ found[++m] = $0 }
function same(a, b) {
    if (a ~ /…$/) { sub(/…$/, "", a); return substr(b, 1, length(a)) == a }
    return a == b
}
END {
    at = 1
    for (i = 1; i <= n; i++) {
        if (wanted[i] == "…") { open = 1; continue }
        while (open && at <= m && !same(wanted[i], found[at])) at++
        if (at > m || !same(wanted[i], found[at])) {
            print "expected: " wanted[i] "\nfound:    " (at > m ? "nothing more" : found[at])
            exit 1
        }
        at++
        open = 0
    }
    if (at <= m && !open) { print "nothing more was expected, found: " found[at]; exit 1 }
    print n " lines as written"
}
