# Turns data/SYSTEM/rules.tsv into an enum of rule numbers (mode=header) or their table (mode=table).
# awk -F'\t' -v name=wb95 -v mode=header -f tools/rules.awk data/wb95/rules.tsv
BEGIN { upper = toupper(name); n = 0 }
NR == 1 { next }
{
    id = $1
    if (id !~ "^" name "[a-z0-9]*\\.") { print "rules.awk: line " NR ": id without its system: " id > "/dev/stderr"; bad = 1; next }
    word = toupper(id) # rows of another edition begin with its name: ocs2.9.4 is OCS2_9_4
    gsub(/[^A-Z0-9]/, "_", word)
    if (index(id, name ".") == 1) id = substr(id, length(name) + 2)
    if (word in seen) { print "rules.awk: line " NR ": " id " and " seen[word] " make the same name" > "/dev/stderr"; bad = 1 }
    seen[word] = id
    n++
    words[n] = word; ids[n] = id; kinds[n] = $4
    title = $2
    gsub(/\\/, "\\\\", title); gsub(/"/, "\\\"", title)
    titles[n] = title
}
END {
    if (bad) exit 1
    print "/* Made from the ledger of " name ". */"
    if (mode == "header") {
        print "#ifndef SANDTABLE_RULES_" upper "_H"
        print "#define SANDTABLE_RULES_" upper "_H"
        print "enum {"
        print "    " upper "_NO_RULE,"
        for (i = 1; i <= n; i++) print "    " words[i] ","
        print "    " upper "_RULES"
        print "};"
        print "#endif"
    } else {
        print "#include \"core/system.h\""
        print "extern const Rule " name "_rules[];"
        print "const Rule " name "_rules[] = {"
        print "    {\"\", \"\", \"\"},"
        for (i = 1; i <= n; i++) print "    {\"" ids[i] "\", \"" titles[i] "\", \"" kinds[i] "\"},"
        print "};"
    }
}
