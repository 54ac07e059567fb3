# Every name a system's headers declare to its other files gets the system's prefix, so that systems link side by side:
# awk -v name=wb95 -f tools/names.awk src/systems/wb95/*.h > wb95_names.h; each of its files is compiled with that
# header before anything else. tests/style.test sees that nothing but the system itself is left to the linker.
FNR == 1 { rest = ""; inside = 0; declared = 0 }
{
    line = $0
    if (inside) { # a comment of several lines
        if (!sub(/^.*\*\//, "", line)) next
        inside = 0
    }
    while (match(line, /\/\*.*\*\//)) {
        stop = index(line, "*/")
        start = index(line, "/*")
        line = substr(line, 1, start - 1) substr(line, stop + 2)
    }
    if (match(line, /\/\*/)) { line = substr(line, 1, RSTART - 1); inside = 1 }
}
rest != "" { rest = rest " " line; if (line ~ /;/) { listed(rest); rest = "" } next }
line ~ /^extern .*\{/ { declared = 1; next } # of a struct that is described there
declared { if (sub(/^}/, "", line)) { declared = 0; listed(line) } next }
line ~ /^extern / { if (line ~ /;/) listed(line); else rest = line; next }
line ~ /^(static|typedef|struct|enum|union|#|_|[ \t}{]|$)/ && line !~ /^(struct|enum) [A-Za-z0-9_]+ \**[a-z][a-z0-9_]*\(/ { next }
match(line, /[A-Za-z_][A-Za-z0-9_]*\(/) { rename(substr(line, RSTART, RLENGTH - 1)) }

# extern const Type one, two[3], *three;
function listed(text, parts, many, i) {
    sub(/;.*/, "", text)
    gsub(/\[[^]]*\]/, "", text)
    many = split(text, parts, ",")
    for (i = 1; i <= many; i++)
        if (match(parts[i], /[A-Za-z_][A-Za-z0-9_]*[ \t]*$/)) {
            sub(/[ \t]+$/, "", parts[i])
            match(parts[i], /[A-Za-z_][A-Za-z0-9_]*$/)
            rename(substr(parts[i], RSTART, RLENGTH))
        }
}
function rename(word) {
    if (index(word, name "_") != 1 && !(word in seen)) {
        seen[word] = 1
        print "#define " word " " name "_" word
    }
}
