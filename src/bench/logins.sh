#!/bin/bash
# How many logins one sshd takes at a time, with its MaxStartups as it comes: 200 times "ssh host true" at one address.
#
#   src/bench/logins.sh [AT_ONCE...]     1 2 4 8 10 12 20 40 without arguments
#
# Prints the seconds and how many connections were dropped. Needs root and what src/bench/hosts needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
(($# > 0)) || set -- 1 2 4 8 10 12 20 40
readonly LOGINS=200

. src/bench/workspace.sh
src/bench/hosts up 1 "$work/hosts"
address=$(sed -n 's/.*ansible_host=//p' "$work/hosts/inventory.ini")

for at_once; do
    begun=$EPOCHREALTIME
    seq "$LOGINS" | xargs -P "$at_once" -I% sh -c '"$@" 2> /dev/null || echo dropped' sh "${BARE_SSH[@]}" "root@$address" true > "$work/dropped"
    awk -v n="$at_once" -v a="$begun" -v b="$EPOCHREALTIME" -v d="$(wc -l < "$work/dropped")" -v l="$LOGINS" \
        'BEGIN { printf "%d logins, %d at a time: %.1f s, %d dropped\n", l, n, b - a, d }'
done
