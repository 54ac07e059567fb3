# Lists where the code of each rulebook, and its scenarios, speak of each paragraph: by its number in the enum of the
# ledger (WB95_4_2_1), or by its id in a comment or a description (4.2.1; in
# a scenario only with two dots, a dash or a name).
# A paragraph that the ledger cuts into rows (3.1.13-1, 3.1.13-2) may be spoken of as a whole: 3.1.13.
# awk -f tools/rules-index.awk data/*/rules.tsv src/systems/*/*/*.[ch] src/systems/*/orders.def data/*/scenarios/*.scenario
function system_of(path, at,    part, n) {
    if (sub(/^.*src\/systems\//, "", path)) {
        split(path, part, "/")
        return part[1]
    }
    n = split(path, part, "/")
    return part[n - at]
}
# Rows of another edition keep its name: ocs2.9.4.
function without_name(id) { return index(id, name ".") == 1 ? substr(id, length(name) + 2) : id }
FNR == 1 {
    ledger = FILENAME ~ /rules\.tsv$/
    name = system_of(FILENAME, FILENAME ~ /\.scenario$/ ? 2 : 1)
    place = FILENAME
    code = FILENAME ~ /\.([ch]|def)$/
    sub(/^.*src\/systems\//, "src/systems/", place)
    sub(/^.*data\//, "data/", place)
}
ledger {
    if (FNR == 1)
        next
    split($0, column, "\t")
    id = without_name(column[1])
    word = toupper(column[1])
    gsub(/[^A-Z0-9]/, "_", word)
    by_word[word] = id
    by_id[name, id] = id
    if (sub(/-[0-9]+$/, "", column[1])) {
        whole = without_name(column[1])
        if (!((name, whole) in by_id) || rows_of[name, whole]) {
            rows_of[name, whole] = 1
            by_id[name, whole] = ((name, whole) in by_id ? by_id[name, whole] " " : "") id
        }
    }
    next
}
{
    split("", told)
    rest = $0
    while (match(rest, /[A-Za-z0-9_][A-Za-z0-9_.-]*/)) {
        token = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/[.-]+$/, "", token)
        if (token in by_word)
            id = by_word[token]
        else if ((name, token) in by_id && (token ~ /\..*\.|-|^[a-z]/ || code))
            id = by_id[name, token]
        else
            continue
        rows = split(id, row, " ")
        for (i = 1; i <= rows; i++)
            if (!(row[i] in told)) {
                told[row[i]] = 1
                line[++lines] = "    {\"" name "\", \"" row[i] "\", \"" place "\", " FNR "},"
            }
    }
}
END {
    print "/* Where the code speaks of each paragraph: made from the sources by tools/rules-index.awk. */"
    print "#include \"cli/rules_index.h\""
    print ""
    print "const RulePlace rule_places[] = {"
    for (i = 1; i <= lines; i++)
        print line[i]
    print "    {NULL, NULL, NULL, 0},"
    print "};"
}
