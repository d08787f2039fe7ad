#!/bin/bash
# The controller's memory with many sessions at once: "ibplay check --forks N" on N hosts, the highest resident set of its
# process, and the most descriptors and threads that it had.
#
#   src/bench/memory.sh [HOSTS] [OPEN_FILES]     1000 hosts; OPEN_FILES is the limit of descriptors (ulimit -n), 1200 without
#
# Needs root and what src/bench/hosts needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly HOSTS=${1:-1000} OPEN_FILES=${2:-1200}

. src/bench/workspace.sh
printf -- '- hosts: bench\n  state:\n    driver: {mlx4_core: {set_4k_mtu: 1}}\n' > "$work/read.yml"
src/bench/hosts up "$HOSTS" "$work/hosts"

(ulimit -n "$OPEN_FILES" && exec "$PROGRAM" check -i "$work/hosts/inventory.ini" --forks "$HOSTS" "$work/read.yml") \
    > "$work/out" 2>&1 &
process=$!
memory=0 files=0 threads=0 sessions=0
while kill -0 "$process" 2> /dev/null; do
    now=$(awk '$1 == "VmHWM:" { print $2 }' "/proc/$process/status" 2> /dev/null || true)
    memory=$((${now:-0} > memory ? ${now:-0} : memory))
    now=$(awk '$1 == "Threads:" { print $2 }' "/proc/$process/status" 2> /dev/null || true)
    threads=$((${now:-0} > threads ? ${now:-0} : threads))
    now=$(find "/proc/$process/fd" -maxdepth 1 2> /dev/null | wc -l)
    files=$((now > files ? now : files))
    now=$(ss -Htn state established 'dport = 22' 2> /dev/null | wc -l)
    sessions=$((now > sessions ? now : sessions))
    sleep 0.2
done
status=0
wait "$process" || status=$?
((status == 2)) || { tail -n 20 "$work/out" >&2; echo "memory.sh: ibplay ended with $status" >&2; exit 1; }
awk -v n="$HOSTS" -v m="$memory" -v f="$files" -v t="$threads" -v s="$sessions" -v l="$OPEN_FILES" \
    'BEGIN { printf "%d hosts at once, ulimit -n %d: %d MB resident at most, %d descriptors, %d threads, %d sessions at a time\n", n, l, m / 1024, f, t, s }'
