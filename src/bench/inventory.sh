#!/bin/bash
# Time to read a large inventory and list it: 20,000 hosts in 200 groups with five variables each, as INI and as YAML; medians
# of three runs. With "compare" ansible-inventory lists the same files once, which takes minutes.
#
#   src/bench/inventory.sh [HOSTS [compare]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly HOSTS=${1:-20000} GROUPS_OF=100 RUNS=3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work

awk -v n="$HOSTS" -v g="$GROUPS_OF" 'BEGIN {
    for (i = 0; i < n; i++) {
        if (i % g == 0) printf "[rack%03d]\n", i / g
        printf "node%05d ansible_host=10.%d.%d.%d ansible_port=22 rack=%d slot=%d role=compute\n", i, i / 65536, i / 256 % 256, i % 256, i / g, i % g
    }
}' > "$work/hosts.ini"
awk -v n="$HOSTS" -v g="$GROUPS_OF" 'BEGIN {
    print "all:\n  children:"
    for (i = 0; i < n; i++) {
        if (i % g == 0) printf "    rack%03d:\n      hosts:\n", i / g
        printf "        node%05d: {ansible_host: 10.%d.%d.%d, ansible_port: 22, rack: %d, slot: %d, role: compute}\n", i, i / 65536, i / 256 % 256, i % 256, i / g, i % g
    }
}' > "$work/hosts.yml"

seconds() { # seconds OUT COMMAND...
    local out=$1 begun=$EPOCHREALTIME
    shift
    "$@" > "$out" 2> "$work/err" || { cat "$work/err" >&2; exit 1; }
    awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f\n", b - a }'
}

for kind in ini yml; do
    for ((run = 0; run < RUNS; run++)); do seconds "$work/ours.json" "${IBPLAY:-./ibplay}" inventory --list -i "$work/hosts.$kind"; done | src/bench/median > "$work/ours"
    line="$HOSTS hosts, $kind: ibplay $(< "$work/ours") s"
    if [[ ${2:-} == compare ]]; then
        seconds "$work/theirs.json" ansible-inventory --list -i "$work/hosts.$kind" > "$work/theirs"
        line+=", ansible-inventory $(< "$work/theirs") s"
    fi
    echo "$line"
done
