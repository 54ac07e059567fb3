#!/usr/bin/env bash
# Random playouts of this program over those of the last release: bench/ratio.sh [ROUNDS]
# The release is the commit in bench/release, built once beside the store of the bench (BENCH_DIR). Both play the same
# seeds in turn, in processor time. Status 1 if a scenario is slower than nine tenths of the release: then look for the
# commit that did it, or say in docs/performance.md what the time buys.
set -eu
cd "$(dirname "$0")/.."
rounds=${1:-5}
commit=$(cat bench/release)
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
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
while read -r scenario games; do
    : >"$scratch/old"
    : >"$scratch/new"
    for ((i = 0; i < rounds; i++)); do
        pace "$old" "$scenario" "$games" >>"$scratch/old"
        pace "$PWD" "$scenario" "$games" >>"$scratch/new"
    done
    for which in old new; do
        sort -n "$scratch/$which" | sed -n "$(((rounds + 1) / 2))p" >"$scratch/$which.median"
    done
    paste "$scratch/old.median" "$scratch/new.median" | awk -v scenario="$scenario" '{
        ratio = $2 / $1
        printf "%-18s %7.1f k orders/s, release %7.1f k: %.2f%s\n", scenario, $2 / 1000, $1 / 1000, ratio,
            ratio < 0.9 ? "  SLOWER" : ""
        exit ratio < 0.9
    }' || status=1
done <<'SCENARIOS'
wb95/nysa 24
wb95/two-stars 24
pm/barbarossa 8
ocs/don-gate 16
tcs/dieulouard 4
SCENARIOS
exit $status
