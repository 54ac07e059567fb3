# Makes the English of all messages a table of C, sorted by id: awk -f tools/messages.awk data/translation/en.tsv ...
# A table has the columns id and text; lines that begin with # are remarks.
BEGIN { FS = "\t" }
/^#/ || $1 == "id" || NF < 2 { next }
{
    text = $2
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    words[$1] = text
    id[++count] = $1
}
END {
    # By insertion into runs of ids that are sorted already, as each table is: it must be the order of strcmp.
    for (gap = int(count / 2); gap > 0; gap = int(gap / 2))
        for (i = gap + 1; i <= count; i++) {
            moved = id[i]
            for (j = i; j > gap && id[j - gap] "" > moved ""; j -= gap)
                id[j] = id[j - gap]
            id[j] = moved
        }
    print "/* The English of every message: made from the tables of the data by tools/messages.awk. */"
    print "#include \"core/message.h\""
    print ""
    print "const Message messages[] = {"
    for (i = 1; i <= count; i++)
        print "    {\"" id[i] "\", \"" words[id[i]] "\"},"
    print "    {0, 0},"
    print "};"
    print "const int message_count = " count + 0 ";"
}
