# Lists every sentence of the code that a player may read, with the room it stands in (core, server, wb95 …), so that
# translations can be compared with them: the literals within sentence(), refuse(), DENY(), SAID() and the answers of
# the server. The program's own messages (src/cli) count only where they are SAID(). Of the orders of a rulebook
# (orders.def) it is their names, what they do in one question, the names of their words, and why a question is passed
# over; the tables give a word's name in plain English (cli/check_translations.c).
# awk -f tools/sentences.awk src/core/*.c src/server/*.c src/systems/*/*/*.c src/systems/*/orders.def src/cli/*.c
# A file of a rulebook is in the rulebook's room, whichever folder of it holds the file.
function room_of(path,    part, n) {
    if (sub(/^.*src\/systems\//, "", path)) {
        split(path, part, "/")
        return part[1]
    }
    n = split(path, part, "/")
    return part[n - 1]
}

# Adds the literals of one call; `from` points behind its opening parenthesis.
function read_call(text, from,    depth, at, letter, literal, open) {
    depth = 1
    literal = ""
    open = 0
    for (at = from; depth && at <= length(text); at++) {
        letter = substr(text, at, 1)
        if (letter == "\"") {
            for (at++; (letter = substr(text, at, 1)) != "\""; at++) {
                if (letter == "\\") { literal = literal letter; at++; letter = substr(text, at, 1) }
                literal = literal letter
            }
            open = 1
            continue
        }
        if (letter == "(") depth++
        if (letter == ")") depth--
        if (open && letter !~ /[ \t\n]/) { add(literal); literal = ""; open = 0 }
    }
}
function add(literal) {
    if ((room, literal) in seen)
        return
    seen[room, literal] = 1
    line[++lines] = "    {\"" room "\", \"" literal "\"},"
}
function read_file(text,    names) {
    while (match(text, /\/\*/)) {
        rest = substr(text, RSTART + 2)
        text = substr(text, 1, RSTART - 1) (match(rest, /\*\//) ? substr(rest, RSTART + 2) : "")
    }
    names = room == "cli" ? "SAID" \
        : "(sentence|refuse|DENY|SAID|error_answer|send_error|answer_error|answer_refused|refuse_request)"
    while (match(text, "(^|[^A-Za-z0-9_])" names "\\(")) {
        text = substr(text, RSTART + RLENGTH)
        read_call(text, 1)
    }
}
FNR == 1 {
    if (whole != "") read_file(whole)
    whole = ""
    room = room_of(FILENAME)
    described = FILENAME ~ /\.def$/
}
described {
    if (/^[ \t]*#/) next
    if (/^[^ \t]/) { block = $1; next }
    sub(/^[ \t]+/, "")
    if (block == "words" && index($2, room ".") == 1 || /^(name|idle)[ \t]/) sub(/^[^ \t]+[ \t]+/, "")
    else if (!sub(/^helps[ \t]+[^:]*:[ \t]*/, "")) next
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    add($0)
    next
}
{ whole = whole $0 "\n" }
END {
    read_file(whole)
    print "/* Every sentence a player may read: made from the sources by tools/sentences.awk. */"
    print "#include \"cli/sentences_index.h\""
    print ""
    print "const SaidSomewhere said_somewhere[] = {"
    for (i = 1; i <= lines; i++)
        print line[i]
    print "    {NULL, NULL},"
    print "};"
}
