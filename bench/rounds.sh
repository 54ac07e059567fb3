#!/usr/bin/env bash
# Rounds of the store in a file, in PostgreSQL, and in PostgreSQL with a synchronous standby, in turn on one disk:
# bench/rounds.sh [TIMES [ROUNDS]]. Medians over TIMES runs of ROUNDS rounds each, with the lowest and the highest.
# BENCH_DIR puts all three on another disk; LINES="1 8 32 200" are the lines of a round.
set -eu
cd "$(dirname "$0")/.."
times=${1:-5} rounds=${2:-400}
folder=$(mktemp -d "${BENCH_DIR:-/tmp}/sandtable-rounds.XXXXXX")
chmod 755 "$folder"
databases=()
trap 'kill "${databases[@]}" 2>/dev/null; wait; rm -rf "$folder"' EXIT
for standby in none sync; do
    NODES=0 STANDBY=$standby TMPDIR=$folder tools/cluster >"$folder/$standby" &
    databases+=($!)
    until grep -q '^Folder ' "$folder/$standby"; do
        kill -0 $! 2>/dev/null || exit 1
        sleep 0.1
    done
done
# The address of a store of that kind.
address() {
    case $1 in
    file) echo "sqlite:$folder/games.db" ;;
    *) echo "host=$(sed -n 's/^Folder //p' "$folder/$1")/pg1 user=sandtable dbname=sandtable" ;;
    esac
}
for lines in ${LINES:-1 8 32 200}; do
    for ((i = 0; i < times; i++)); do
        for store in file none sync; do
            echo "$store $(build/release/rounds "$(address "$store")" "$lines" "$rounds")"
        done
    done
done >"$folder/rows"
echo 'lines  store  round p50, µs (lowest-highest)   p99   engine alone p50   times the file'
awk '
    function median(list, count, i, k, held) {
        for (i = 2; i <= count; i++)
            for (k = i; k > 1 && list[k] < list[k - 1]; k--) { held = list[k]; list[k] = list[k - 1]; list[k - 1] = held }
        return list[int((count + 1) / 2)]
    }
    function take(store, lines, column, i, count) {
        count = 0
        for (i = 1; i <= seen[store, lines]; i++)
            list[++count] = row[store, lines, i, column]
        return median(list, count)
    }
    {
        if (!(($2) in known)) { known[$2]; order[++kinds] = $2 }
        n = ++seen[$1, $2]
        for (i = 3; i <= 6; i++)
            row[$1, $2, n, i] = $i + 0
    }
    END {
        split("file none sync", stores, " ")
        for (i = 1; i <= kinds; i++)
            for (k = 1; k <= 3; k++) {
                lines = order[i]; store = stores[k]; p50 = take(store, lines, 3); lowest = list[1]; highest = list[seen[store, lines]]
                if (k == 1)
                    file = p50
                printf "%5d  %-5s %7d (%d-%d) %7d %7d %7.2f\n", lines, store, p50, lowest, highest, take(store, lines, 4),
                    take(store, lines, 5), p50 / file
            }
    }' "$folder/rows"
uptime
