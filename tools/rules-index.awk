# Lists where the code of each rulebook speaks of each paragraph: by its number in the enum of the ledger
# (WB95_4_2_1), or by its id in a comment or a description (4.2.1, when it has two dots, a dash or a name).
# awk -f tools/rules-index.awk data/*/rules.tsv src/systems/*/*.c
function system_of(path, at,    part, n) { n = split(path, part, "/"); return part[n - at] }
FNR == 1 {
    ledger = FILENAME ~ /rules\.tsv$/
    name = system_of(FILENAME, 1)
    place = FILENAME
    sub(/^.*src\/systems\//, "src/systems/", place)
}
ledger {
    if (FNR == 1)
        next
    split($0, column, "\t")
    id = substr(column[1], length(name) + 2)
    word = toupper(id)
    gsub(/[^A-Z0-9]/, "_", word)
    by_word[toupper(name) "_" word] = id
    by_id[name, id] = 1
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
        else if ((name, token) in by_id && token ~ /\..*\.|-|^[a-z]/)
            id = token
        else
            continue
        if (id in told)
            continue
        told[id] = 1
        line[++lines] = "    {\"" name "\", \"" id "\", \"" place "\", " FNR "},"
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
