#!/bin/bash
# What a check costs beside bare SSH: "ibplay check" of N hosts against N times "ssh host true" by xargs, with the same
# parallelism and key exchange; times are of whole processes, the JVM's start included.
#
#   src/bench/connections.sh [FORKS] [HOSTS...]    20 forks, 100 and 500 hosts without arguments
#
# Needs root and what src/bench/hosts needs. For each number of hosts it prints the medians of three runs in turns, their ratio
# and what a host costs the controller: CPU, bytes on the wire and the highest resident set. A first run, which brings the
# helper to the hosts, is not counted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly FORKS=${1:-20} RUNS=3
(($# == 0)) || shift
(($# > 0)) || set -- 100 500

. src/bench/workspace.sh
cat > "$work/read.yml" <<'END'
- hosts: bench
  state:
    driver: {mlx4_core: {set_4k_mtu: 1}}
END

ours() {
    local status=0
    "$PROGRAM" check -i "$work/hosts/inventory.ini" --forks "$FORKS" "$work/read.yml" > "$work/ours.out" 2>&1 || status=$?
    # there is a difference on each host
    ((status == 2)) || { tail -n 20 "$work/ours.out" >&2; exit 1; }
}

theirs() {
    sed -n 's/.*ansible_host=//p' "$work/hosts/inventory.ini" \
        | xargs -P "$FORKS" -n 1 -I% "${BARE_SSH[@]}" root@% true
}

# spent COMMAND: its seconds and those of CPU of all its processes
spent() {
    TIMEFORMAT='%R %U %S'
    { time "$1"; } 2>&1 | tail -n 1 | awk '{ print $1, $2 + $3 }'
}

bytes() { awk '$1 == "ibpbench0:" { print $2 + $10 }' /proc/net/dev; }

for hosts in "$@"; do
    src/bench/hosts up "$hosts" "$work/hosts"
    ours
    : > "$work/o" > "$work/t"
    for ((run = 0; run < RUNS; run++)); do
        spent theirs >> "$work/t"
        before=$(bytes)
        spent ours >> "$work/o"
        wire=$(($(bytes) - before))
    done
    awk -v n="$hosts" -v f="$FORKS" -v o="$(cut -d' ' -f1 "$work/o" | src/bench/median)" -v t="$(cut -d' ' -f1 "$work/t" | src/bench/median)" \
        -v c="$(cut -d' ' -f2 "$work/o" | src/bench/median)" -v b="$wire" 'BEGIN {
        printf "%d hosts, %d forks: ssh %.1f s, ibplay check %.1f s, ratio %.2f; %.1f ms CPU and %d bytes for each host\n",
            n, f, t, o, o / t, 1000 * c / n, b / n
    }'
    src/bench/hosts down "$work/hosts"
done
