#!/usr/bin/env bash
# What a fresh server bears: bench/load.sh [SECONDS] [CLIENTS …]
# SCENARIO=pm/dvina plays another. LOAD=browser asks what the browser asks for each order; LOAD=ask also asks before each order, LOAD=fro orders one counter to and fro; BENCH_DIR
# puts the store on another disk.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-5}
shift || true
[ $# -gt 0 ] || set -- 1 32 500
export SANDTABLE_DATA=$PWD/data
for clients in "$@"; do
    folder=$(mktemp -d "${BENCH_DIR:-/tmp}/sandtable-load.XXXXXX")
    build/release/sandtable serve --port 0 --store "sqlite:$folder/games.db" --no-limits --quiet >"$folder/out" &
    server=$!
    trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
    until grep -q Open "$folder/out"; do sleep 0.02; done
    port=$(sed -n 's/.*:\([0-9]*\)\/$/\1/p' "$folder/out")
    idle=$(awk '/VmRSS/ { print $2 }' "/proc/$server/status")
    build/release/load "$port" "$clients" "$seconds" "${LOAD:-random}" "$server" "$folder/games.db"
    build/release/load "$port" "$clients" 2 pages
    echo "               memory $((idle / 1024)) MB idle"
    kill "$server"
    wait "$server" || true
    rm -rf "$folder"
done
