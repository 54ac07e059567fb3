#!/usr/bin/env bash
# Kills the engine with -9 again and again while a bot plays a game that lives in a file, and goes on with the
# game each time. Every order that was answered with `ok` must be in the journal, in its place; at most one more,
# the one in flight, may be. At the end the journal is verified line by line.
#   tests/kill.sh [PROGRAM [ROUNDS [SCENARIO]]]
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../build/sandtable}
[ -x "$program" ] || { echo "kill.sh: there is no program $program"; exit 1; }
rounds=${2:-12}
scenario=${3:-wb95/nysa}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/answered
RANDOM=7
killed=0
games=0
kept=0

fail() {
    echo "kill.sh: $1"
    exit 1
}

# The orders of the journal, without dice, head, hashes and closing lines; a torn last line is no line.
orders() {
    if [ -n "$(tail -c 1 "$journal")" ]; then sed '$d' "$journal"; else cat "$journal"; fi |
        awk 'started && !/^(@|result|seed) / { sub(/ =.*/, ""); print } /^begin/ { started = 1 }'
}

compare() {
    grep -v '^#' "$log" >"$folder/wanted"
    orders >"$folder/found"
    local wanted found
    wanted=$(wc -l <"$folder/wanted")
    found=$(wc -l <"$folder/found")
    [ "$found" -ge "$wanted" ] || fail "$((wanted - found)) orders that were answered are missing"
    [ "$found" -le $((wanted + 1)) ] || fail "$((found - wanted)) orders more than were answered"
    head -n "$wanted" "$folder/found" | cmp -s - "$folder/wanted" || fail "the journal holds other orders than were given"
    cp "$folder/found" "$log" # the order in flight is kept: the next run goes on from there
}

# A new game, in files of its own and with an empty log.
begin() {
    games=$((games + 1))
    journal=$folder/game$games.journal
    : >"$log"
}

# The game as it is now, line by line.
verify() {
    if ! "$program" replay "$journal" --verify >"$folder/replay"; then
        # a torn last line is what a kill leaves behind; loading the game mends it
        printf 'load game%d\nquit\n' "$games" | "$program" engine --games "$folder" >"$folder/load"
        "$program" replay "$journal" --verify >"$folder/replay" || fail "$(cat "$folder/replay")"
    fi
    kept=$((kept + $(orders | wc -l)))
}

# Waits until the command holds, or the bot is gone.
until_log() {
    until "$@" || ! kill -0 "$bot" 2>/dev/null; do sleep 0.01; done
}

answered_since() {
    [ "$(grep -vc '^#' "$log")" -gt "$1" ]
}

begin
for ((round = 1; round <= rounds; round++)); do
    node "$here/bot.mjs" "$program" "$round" --scenario "$scenario" --games "$folder" --game "game$games" --log "$log" \
        >"$folder/bot" 2>&1 &
    bot=$!
    given=$(grep -vc '^#' "$log")
    until_log grep -q '^# engine ' "$log"
    # Every third engine is killed at its birth, however quick it is; the others have answered an order or more.
    [ $((round % 3)) -eq 0 ] || until_log answered_since "$given"
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    engine=$(sed -n 's/^# engine //p' "$log" | tail -n 1)
    if [ -n "$engine" ] && kill -9 "$engine" 2>/dev/null; then
        killed=$((killed + 1))
    fi
    wait "$bot"
    status=$?
    [ "$status" -eq 3 ] || [ "$status" -eq 0 ] || fail "the bot stopped: $(cat "$folder/bot")"
    [ -f "$journal" ] || { : >"$log"; continue; } # killed before the game had begun
    compare
    if grep -q '^result ' "$journal"; then
        verify
        begin
    fi
done
[ ! -f "$journal" ] || verify
[ "$killed" -gt 0 ] || fail "nothing was ever killed"
[ "$kept" -gt 0 ] || fail "no order was ever given"
echo "killed $killed times in $games games, $kept orders kept and verified"
