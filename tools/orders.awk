# Turns SYSTEM/orders.def, the one description of a rulebook's questions and orders, into their enums and declarations
# (mode=header) or their tables (mode=table):
# awk -v name=wb95 -v mode=header -f tools/orders.awk data/wb95/rules.tsv src/systems/wb95/orders.def
#
# The file is read line by line; docs/adding-a-system.md describes it. A line that begins with # is a comment. A block
# begins with `words`, `question` or `order` and a name; the lines below it, indented, say what it is:
#
#     question movement
#         title   Movement
#         rules   2.2-3
#         prompt  movement_prompt
#         takes   move end
#     order move
#         help    move a counter, hex by hex
#         rules   3.1.1
#         slot    piece 1: counter
#         slot    path 1..48: hexes walked, one after the other
#         does    list move_list  check move_check  apply move_apply  reach move_reach
#
# Questions and orders are numbered as they follow each other; a question's orders are listed as `takes` has them.
BEGIN {
    # What a row of an order in a question may hold (OrderRow of kit/ask.h), with the type of each.
    type_of["open"] = "OpenOrder"; type_of["list"] = "ListOrder"; type_of["check"] = "CheckOrder"
    type_of["apply"] = "ApplyOrder"; type_of["reach"] = "ReachOrder"; type_of["beyond"] = "BeyondOrder"
    type_of["forecast"] = "ForecastOrder"; type_of["parts"] = "ListOrder"; type_of["demands"] = "DemandOrder"; type_of["actors"] = "ListOrder"
    type_of["set"] = "const struct FreeSet"; type_of["paying"] = "const struct Paying"
    # The functions of a question (Asking).
    asking_type["prompt"] = "PromptQuestion"; asking_type["due"] = "DueOfQuestion"; asking_type["resume"] = "GoOn"
    asking_type["verbs"] = "VerbsOfQuestion"; asking_type["openings"] = "OpeningsOfQuestion"; asking_type["skip"] = "GoOn"
    asking_type["stays"] = "StaysOfQuestion"
    row_keys = split("open list check apply reach beyond forecast parts demands actors set paying", row_key, " ")
    asking_keys = split("prompt due resume verbs openings skip stays", asking_key, " ")
    order_flag_keys = split("arranging aside by-hand", order_flag_key, " ")
    listed("piece hex path hexside number word name", slot_types)
    listed("in-order any-order much repeats drawn apart", slot_flags)
    listed("off-map enemy any-side", slot_means)
    listed("lasts forced silent", question_flags)
    listed("arranging aside by-hand", order_flags)
}
function listed(text, set,    part, n) { for (n = split(text, part, " "); n; n--) set[part[n]] = 1 }

# ---- mistakes and small things ----

function wrong(why, line) {
    print place ":" (line ? line : FNR) ": " why > "/dev/stderr"
    bad = 1
}
function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
function upper(text) { text = toupper(text); gsub(/-/, "_", text); return text }
function field(text) { gsub(/-/, "_", text); return text }
function trimmed(text) { sub(/^[ \t]+/, "", text); sub(/[ \t]+$/, "", text); return text }
function is_name(text) { return text ~ /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/ }
function is_c_name(text) { return text ~ /^[A-Za-z_][A-Za-z0-9_]*$/ }

# The enum constant of a rule: 12.1e-1 of ocs is OCS_12_1E_1, ocs2.seq-6 OCS2_SEQ_6.
function rule_word(id) {
    id = toupper(id ~ "^" name "[a-z0-9]*\\." ? id : name "." id)
    gsub(/[^A-Z0-9]/, "_", id)
    return id
}
function check_rules(text,    part, n) {
    for (n = split(text, part, " "); n; n--)
        if (!(rule_word(part[n]) in ledger))
            wrong("the ledger has no rule " part[n])
}
# A function or an object of the rulebook; those of the kit begin with ask_, and have their declarations.
function declare(type, word) {
    if (!is_c_name(word))
        wrong(quoted(word) " cannot be the name of a function")
    else if (word in declared && declared[word] != type)
        wrong(word " is " declared[word] " elsewhere, and " type " here")
    else if (!(word in declared) && word !~ /^ask_/) {
        declared[word] = type
        declaration[++declarations] = "extern " type " " word ";"
    }
}
# All after the first word of a line.
function rest_of(line) { line = trimmed(line); sub(/^[^ \t]+[ \t]*/, "", line); return line }
# Keeps a value of the block, once.
function keep(key, value) {
    if ((block, key) in told)
        wrong("a second " quoted(key) " in " kind " " title)
    told[block, key] = value
}
function has(of, key) { return (of, key) in told }

# ---- reading ----

FILENAME ~ /rules\.tsv$/ {
    if (FNR > 1) {
        word = $1
        word = rule_word(word)
        ledger[word] = 1
        if (sub(/_[0-9]+$/, "", word)) # a paragraph that is cut into rows may be named whole
            if (!(word in ledger))
                ledger[word] = 2
    }
    next
}
FNR == 1 {
    place = match(FILENAME, /(src|tests)\/systems\//) ? substr(FILENAME, RSTART) : FILENAME
}
/^[ \t]*(#|$)/ { next }
/^[^ \t]/ {
    kind = $1
    title = $2
    block = kind " " title
    if (kind == "include") {
        kind = ""
        if (NF != 2) wrong("expected: include HEADER")
        includes[++include_count] = $2
        next
    }
    if (kind !~ /^(words|question|order)$/) {
        wrong("unknown word " quoted(kind) "; a block begins with words, question or order")
        kind = "nothing"
        next
    }
    if (NF != 2 || !is_name(title))
        wrong("expected: " kind " NAME, of small letters, digits and dashes")
    if (block in begun)
        wrong("a second " kind " " title ", the first stands in line " begun[block])
    else if (kind == "question")
        question[questions++] = title
    else if (kind == "order")
        order[orders++] = title
    else
        words[word_lists++] = title
    begun[block] = FNR
    next
}
kind == "nothing" { next }
kind == "" { wrong("this line belongs to no block"); next }
kind == "words" {
    told_word[block, words_of[block]++] = $1
    told_name[block, words_of[block] - 1] = rest_of($0)
    if (rest_of($0) != "") named[block] = 1
    next
}
kind == "question" {
    if ($1 in asking_type) {
        keep($1, $2)
        if (NF != 2) wrong("expected: " $1 " FUNCTION")
        else declare(asking_type[$1], $2)
    } else if ($1 == "takes") {
        for (i = 2; i <= NF; i++) {
            if ((block, $i) in taken) wrong("question " title " takes " $i " twice")
            taken[block, $i] = FNR
            takes[block, takes_of[block]++] = $i
        }
    } else if ($1 == "judge") {
        keep($1, $2)
        if (NF != 3) wrong("expected: judge FUNCTION NEEDS")
        else declare("PlanAnswers", $2)
        told[block, "needs"] = $3
        plannings++
    } else if ($1 in question_flags) {
        keep($1, 1)
        if (NF != 1) wrong(quoted($1) " takes no value")
    } else if ($1 ~ /^(word|title|rules|idle|idle-rule)$/) {
        keep($1, rest_of($0))
        if (NF < 2 && $1 != "rules") wrong("what is the " $1 "?")
        if ($1 ~ /rule/) check_rules(rest_of($0))
    } else
        wrong("a question has no " quoted($1))
    next
}
kind == "order" {
    if ($1 == "help") {
        if (has(block, "help")) told[block, "help"] = told[block, "help"] " " rest_of($0)
        else told[block, "help"] = rest_of($0)
    } else if ($1 ~ /^(name|rules)$/) {
        keep($1, rest_of($0))
        if (NF < 2) wrong("what is the " $1 "?")
        if ($1 == "rules") check_rules(rest_of($0))
    } else if ($1 in order_flags) {
        keep($1, 1)
        if (NF != 1) wrong(quoted($1) " takes no value")
    } else if ($1 == "judge") {
        keep($1, $2)
        if (NF != 2) wrong("expected: judge FUNCTION")
        else declare("Judgement", $2)
        judges++
    } else if ($1 == "when") {
        keep($1, rest_of($0))
        check_rules(rest_of($0))
        if (NF - 1 > whens) whens = NF - 1
    } else if ($1 == "does")
        read_row(block, rest_of($0))
    else if ($1 == "in")
        read_own_row()
    else if ($1 == "helps") {
        colon = index($0, ":")
        if (NF < 3 || $2 !~ /:$/) wrong("expected: helps QUESTION: TEXT")
        asked = substr($2, 1, length($2) - 1)
        helps[block, helps_of[block]++] = asked
        helps_line[block, asked] = FNR
        helps_text[block, asked] = trimmed(substr($0, colon + 1))
    } else if ($1 == "slot")
        read_slot(rest_of($0))
    else
        wrong("an order has no " quoted($1))
    next
}

# Pairs of what is done and the function that does it, and the word `trifle`.
function read_row(row, text,    part, n, i) {
    if (!(row in row_line)) row_line[row] = FNR
    n = split(text, part, " ")
    for (i = 1; i <= n; i++) {
        if ((row, part[i]) in cell) wrong("a second " quoted(part[i]) " in this row")
        if (part[i] == "trifle") { cell[row, part[i]] = "true"; continue }
        if (!(part[i] in type_of)) { wrong("a row has no " quoted(part[i])); return }
        if (i == n) { wrong(quoted(part[i]) " lacks its function"); return }
        cell[row, part[i]] = part[i + 1]
        declare(type_of[part[i]], part[i + 1])
        i++
    }
}
# in QUESTION …: the row of the order there, instead of `does`.
function read_own_row(    text, part, n, colon) {
    text = rest_of($0)
    colon = index(text, ":")
    if (!colon) { wrong("expected: in QUESTION: what is done there"); return }
    own_rows++
    read_row("own " own_rows, substr(text, colon + 1))
    for (n = split(substr(text, 1, colon - 1), part, " "); n; n--) {
        if ((block, part[n]) in own_row) wrong("a second row of " title " in " part[n])
        own_row[block, part[n]] = "own " own_rows
        own_line[block, part[n]] = FNR
    }
}
# slot ["KEYWORD"] TYPE LEAST..MOST …: help
function read_slot(text,    colon, help, part, n, i, at, range, made, means) {
    at = slots_of[block]++
    slot_line[block, at] = FNR
    if (at == 8) { wrong("an order has eight slots at most"); return }
    colon = match(text, /: /)
    if (!colon) { wrong("expected: slot [\"KEYWORD\"] TYPE LEAST..MOST: help"); return }
    help = trimmed(substr(text, colon + 1))
    n = split(substr(text, 1, colon - 1), part, " ")
    i = 1
    made = "NULL"
    if (part[i] ~ /^".+"$/) made = part[i++]
    if (!(part[i] in slot_types)) { wrong("there is no type of slot " quoted(part[i])); return }
    made = made ", ARG_" upper(part[i])
    slot_type[block, at] = part[i]
    range = part[++i]
    if (range == "") { wrong("how many does the slot take?"); return }
    if (range !~ /\.\./) range = range ".." range
    made = made ", " substr(range, 1, index(range, "..") - 1) ", " substr(range, index(range, "..") + 2)
    slot_words[block, at] = "NULL"
    slot_more[block, at] = ""
    means = ""
    while (++i <= n) {
        if (part[i] in slot_flags) slot_more[block, at] = slot_more[block, at] ", ." field(part[i]) " = true"
        else if (part[i] in slot_means) means = means (means == "" ? "" : " | ") "MEANS_" upper(part[i])
        else if (part[i] == "of" && i < n) slot_words[block, at] = part[++i]
        else if (part[i] == "named" && i < n) slot_more[block, at] = slot_more[block, at] ", .names = " part[++i]
        else if (part[i] == "list" && i < n) slot_more[block, at] = slot_more[block, at] ", .list = " part[++i]
        else { wrong("a slot has no " quoted(part[i])); return }
    }
    if (means != "") slot_more[block, at] = slot_more[block, at] ", .means = " means
    slot_head[block, at] = made
    slot_help[block, at] = help
}

# ---- what the lines say of each other ----

# The row of an order in a question.
function row_of(asked, verb) { return ("order " verb, asked) in own_row ? own_row["order " verb, asked] : "order " verb }

function check_question(asked,    of, i, verb, row) {
    of = "question " asked
    if (!has(of, "title")) wrong("question " asked " has no title", begun[of])
    if (takes_of[of] && !has(of, "prompt")) wrong("question " asked " has no prompt", begun[of])
    if (!takes_of[of] && !has(of, "resume"))
        wrong("question " asked " takes no order and has no resume", begun[of])
    for (i = 0; i < takes_of[of]; i++) {
        verb = takes[of, i]
        if (!(("order " verb) in begun)) {
            wrong("question " asked " takes " verb ", and there is no such order", taken[of, verb])
            continue
        }
        answers[verb] = answers[verb] " " asked
        row = row_of(asked, verb)
        if (!((row, "apply") in cell)) wrong("order " verb " has no apply in question " asked, taken[of, verb])
    }
}
function check_order(verb,    of, key, part) {
    of = "order " verb
    if (!has(of, "help")) wrong("order " verb " has no help", begun[of])
    if (!(verb in answers)) wrong("no question takes order " verb, begun[of])
    for (key in own_row) {
        split(key, part, SUBSEP)
        if (part[1] != of) continue
        if (!(("question " part[2]) in begun)) wrong("there is no question " part[2], own_line[key])
        else if (!(("question " part[2], verb) in taken)) wrong("question " part[2] " does not take " verb, own_line[key])
    }
    for (key in helps_line) {
        split(key, part, SUBSEP)
        if (part[1] == of && !(("question " part[2], verb) in taken))
            wrong("question " part[2] " does not take " verb, helps_line[key])
    }
}

# ---- writing ----

function line_of(line) { print "#line " line " \"" place "\"" }
function write_header(    i, big) {
    big = toupper(name)
    print "/* The questions and orders of " name ": made from its orders.def by tools/orders.awk. */"
    print "#ifndef SANDTABLE_ORDERS_" big "_H\n#define SANDTABLE_ORDERS_" big "_H"
    print "#include \"kit/ask.h\""
    if (judges) print "#include \"kit/judge.h\""
    if (plannings) print "#include \"kit/plan.h\""
    print "enum {"
    for (i = 0; i < questions; i++) print "    ASK_" upper(question[i]) ","
    print "    ASKS\n};\nenum {"
    for (i = 0; i < orders; i++) print "    DO_" upper(order[i]) ","
    print "    DOS\n};"
    print "extern const OrderKind " name "_orders[DOS];"
    print "extern const QuestionKind " name "_questions[ASKS];"
    print "extern const Asking " name "_asking[ASKS];"
    if (whens) print "extern const uint16_t " name "_whens[DOS][" whens "]; /* by verb and edition */"
    if (judges) print "extern Judgement *const " name "_judgements[DOS];"
    if (plannings) print "extern const Planning " name "_plannings[ASKS];"
    for (i = 1; i <= declarations; i++) print declaration[i]
    print "#endif"
}
function write_words(list,    of, i) {
    of = "words " list
    print "extern const char *const " name "_" field(list) "_words[], *const " name "_" field(list) "_names[];"
    print "const char *const " name "_" field(list) "_words[] = {"
    for (i = 0; i < words_of[of]; i++) print "    " quoted(told_word[of, i]) ","
    print "    NULL};"
    if (!(of in named)) return
    print "const char *const " name "_" field(list) "_names[] = {"
    for (i = 0; i < words_of[of]; i++) print "    " quoted(told_name[of, i]) ","
    print "    NULL};"
}
function write_rows(asked,    of, i, j, verb, row, key) {
    of = "question " asked
    if (!takes_of[of]) return
    print "static const OrderRow rows_of_" field(asked) "[] = {"
    for (i = 0; i < takes_of[of]; i++) {
        verb = takes[of, i]
        row = row_of(asked, verb)
        line_of(row_line[row])
        printf "    {.verb = DO_%s", upper(verb)
        if ((row, "trifle") in cell) printf ", .trifle = true"
        for (j = 1; j <= row_keys; j++) {
            key = row_key[j]
            if ((row, key) in cell) printf ", .%s = %s%s", key, key == "set" || key == "paying" ? "&" : "", cell[row, key]
        }
        print "},"
    }
    print "};"
}
function write_asking(asked,    of, i) {
    of = "question " asked
    line_of(begun[of])
    printf "    [ASK_%s] = {", upper(asked)
    if (takes_of[of]) printf "ASKING(rows_of_%s), ", field(asked)
    for (i = 1; i <= asking_keys; i++)
        if (has(of, asking_key[i])) printf ".%s = %s, ", asking_key[i], told[of, asking_key[i]]
    if (has(of, "idle")) printf ".idle = %s, ", quoted(told[of, "idle"])
    if (has(of, "silent")) printf ".idle = \"\", "
    if (has(of, "idle-rule")) printf ".idle_rule = %s, ", rule_word(told[of, "idle-rule"])
    if (has(of, "lasts")) printf ".lasts = true, "
    if (has(of, "forced")) printf ".forced = true, "
    print "},"
}
function write_answers(verb,    i, word, bits, sum) {
    for (i = 0; i < questions; i++)
        if (("question " question[i], verb) in taken) {
            word = int(i / 64)
            bits = "1ull << ASK_" upper(question[i]) " % 64"
            if (word in sum) sum[word] = sum[word] " | " bits
            else sum[word] = bits
        }
    printf "     .questions = {{"
    for (i = 0; i < 4; i++)
        if (i in sum) printf "[%d] = %s, ", i, sum[i]
    print "}},"
}
function write_order(verb,    of, i, list) {
    of = "order " verb
    line_of(begun[of])
    print "    [DO_" upper(verb) "] = {.verb = " quoted(verb) ", .help = " quoted(told[of, "help"]) ","
    if (has(of, "rules")) print "     .rules = " quoted(told[of, "rules"]) ","
    if (has(of, "name")) print "     .name = " quoted(told[of, "name"]) ","
    if (helps_of[of]) print "     .helps = helps_of_" field(verb) ","
    for (i = 1; i <= order_flag_keys; i++)
        if (has(of, order_flag_key[i])) print "     ." field(order_flag_key[i]) " = true,"
    write_answers(verb)
    if (slots_of[of]) {
        print "     .slots = " slots_of[of] ", .slot = {"
        for (i = 0; i < slots_of[of]; i++) {
            line_of(slot_line[of, i])
            list = slot_words[of, i]
            if (("words " list) in begun) {
                if (("words " list) in named)
                    slot_more[of, i] = slot_more[of, i] ", .names = " name "_" field(list) "_names"
                list = name "_" field(list) "_words"
            }
            print "         {" slot_head[of, i] ", " list ", " quoted(slot_help[of, i]) slot_more[of, i] "},"
        }
        print "     }"
    }
    print "    },"
}
function write_table(    i, j, of, n, part) {
    print "/* The questions and orders of " name ": made from its orders.def by tools/orders.awk. */"
    print "#include \"kit/ask.h\""
    for (i = 1; i <= include_count; i++) print "#include \"" includes[i] "\""
    print "#include \"" name "_orders.h\"\n#include \"" name "_rules.h\""
    for (i = 0; i < word_lists; i++) write_words(words[i])
    for (i = 0; i < questions; i++) write_rows(question[i])
    print "const Asking " name "_asking[ASKS] = {"
    for (i = 0; i < questions; i++) write_asking(question[i])
    print "};\nconst QuestionKind " name "_questions[ASKS] = {"
    for (i = 0; i < questions; i++) {
        of = "question " question[i]
        print "    [ASK_" upper(question[i]) "] = {" quoted(has(of, "word") ? told[of, "word"] : question[i]) ", " \
            quoted(told[of, "title"]) ", " quoted(told[of, "rules"]) "},"
    }
    print "};"
    for (i = 0; i < orders; i++) {
        of = "order " order[i]
        if (!helps_of[of]) continue
        print "static const char *const helps_of_" field(order[i]) "[ASKS] = {"
        for (j = 0; j < helps_of[of]; j++)
            print "    [ASK_" upper(helps[of, j]) "] = " quoted(helps_text[of, helps[of, j]]) ","
        print "};"
    }
    print "const OrderKind " name "_orders[DOS] = {"
    for (i = 0; i < orders; i++) write_order(order[i])
    print "};"
    if (judges) {
        print "Judgement *const " name "_judgements[DOS] = {"
        for (i = 0; i < orders; i++)
            if (has("order " order[i], "judge"))
                print "    [DO_" upper(order[i]) "] = " told["order " order[i], "judge"] ","
        print "};"
    }
    if (plannings) {
        print "const Planning " name "_plannings[ASKS] = {"
        for (i = 0; i < questions; i++)
            if (has("question " question[i], "judge"))
                print "    [ASK_" upper(question[i]) "] = {" told["question " question[i], "judge"] ", NEEDS_" \
                    upper(told["question " question[i], "needs"]) "},"
        print "};"
    }
    if (!whens) return
    print "const uint16_t " name "_whens[DOS][" whens "] = {"
    for (i = 0; i < orders; i++) {
        if (!has("order " order[i], "when")) continue
        n = split(told["order " order[i], "when"], part, " ")
        printf "    [DO_%s] = {", upper(order[i])
        for (j = 1; j <= whens; j++) printf "%s, ", rule_word(part[j <= n ? j : n]) # the last holds for later editions
        print "},"
    }
    print "};"
}
END {
    if (!questions || !orders) wrong("there are no questions, or no orders", 1)
    if (questions > 255 || orders > 254) wrong("there are more questions or orders than a byte can number", 1)
    for (i = 0; i < questions; i++) check_question(question[i])
    for (i = 0; i < orders; i++) check_order(order[i])
    if (bad) exit 1
    if (mode == "header") write_header()
    else write_table()
}
