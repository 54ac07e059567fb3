#!/usr/bin/env bash
# This program over the last release: bench/ratio.sh [ROUNDS], random playouts and the server as the browser drives it.
# The release is the commit in bench/release, or RELEASE, built once beside the store of the bench (BENCH_DIR). Both play
# the same seeds in turn, and both servers answer the same driver, with a fresh store and the same dice; what counts
# is processor time. Status 1 if a scenario is slower than nine tenths of the release: then look for the commit that did
# it, or say in docs/performance.md what the time buys.
set -eu
cd "$(dirname "$0")/.."
rounds=${1:-5}
commit=${RELEASE:-$(cat bench/release)}
old=${BENCH_DIR:-/tmp}/sandtable-release-$commit
if [ ! -x "$old/build/release/sandtable" ]; then
    rm -rf "$old"
    git clone -q --no-checkout . "$old"
    git -C "$old" checkout -q "$commit"
    cmake -S "$old" -B "$old/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTS=OFF >/dev/null
    cmake --build "$old/build/release" --target sandtable >/dev/null
fi
# Orders a second of processor time.
pace() {
    local folder=$1 scenario=$2 games=$3 orders
    TIMEFORMAT=%U
    { time SANDTABLE_DATA=$folder/data "$folder/build/release/sandtable" selfplay "$scenario" --games "$games" --seed 5 \
        >"$scratch/out"; } 2>"$scratch/time"
    orders=$(grep -oE '[0-9]+ orders in' "$scratch/out" | grep -oE '[0-9]+')
    awk -v orders="$orders" -v seconds="$(cat "$scratch/time")" 'BEGIN { print orders / seconds }'
}
# Orders a second of the server's processor time: 16 games, 4,000 orders.
served() {
    local folder=$1 scenario=$2
    SANDTABLE_DATA=$folder/data "$folder/build/release/sandtable" serve --port 0 --store "sqlite:$scratch/games.db" --no-limits \
        --quiet --same-dice ratio >"$scratch/served" 2>/dev/null &
    server=$!
    until grep -q Open "$scratch/served"; do sleep 0.02; done
    SANDTABLE_DATA=$PWD/data SCENARIO=$scenario build/release/load "$(sed -n 's/.*:\([0-9]*\)\/$/\1/p' "$scratch/served")" 16 \
        4000x browser "$server" "$scratch/games.db" >"$scratch/out"
    kill "$server"
    wait "$server" || true
    rm -f "$scratch"/games.db*
    awk '{ for (i = 1; i < NF; i++) if ($i == "server") { print 1000000 / $(i + 1); exit } }' "$scratch/out"
}
# What both did in turn, and whether this program kept up.
compare() {
    local what=$1 scenario=$2
    shift
    : >"$scratch/old"
    : >"$scratch/new"
    for ((i = 0; i < rounds; i++)); do
        "$what" "$old" "$@" >>"$scratch/old"
        "$what" "$PWD" "$@" >>"$scratch/new"
    done
    for which in old new; do
        sort -n "$scratch/$which" | sed -n "$(((rounds + 1) / 2))p" >"$scratch/$which.median"
    done
    paste "$scratch/old.median" "$scratch/new.median" | awk -v what="$what" -v scenario="$scenario" '{
        ratio = $2 / $1
        printf "%-6s %-18s %7.1f k orders/s, release %7.1f k: %.2f%s\n", what, scenario, $2 / 1000, $1 / 1000, ratio,
            ratio < 0.9 ? "  SLOWER" : ""
        exit ratio < 0.9
    }' || status=1
}
scratch=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$scratch"' EXIT
status=0
while read -r scenario games; do
    compare pace "$scenario" "$games"
    compare served "$scenario"
done <<'SCENARIOS'
wb95/nysa 24
wb95/two-stars 24
pm/barbarossa 8
ocs/don-gate 16
tcs/dieulouard 4
SCENARIOS
exit $status
