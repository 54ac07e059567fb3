#!/usr/bin/env bash
# Runs one cmocka program and counts its tests; rules it names as proven go to the proofs file.
set -u
program=$1
export SANDTABLE_PROOFS=$2
out=$("$program" 2>&1)
status=$?
printf '%s\n' "$out"
good=$(printf '%s\n' "$out" | grep -c '^\[       OK \]')
bad=$(printf '%s\n' "$out" | grep -c '^\[  FAILED  \] [a-z_0-9]*$')
[ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
echo "$good passed, $bad failed"
exit "$status"
