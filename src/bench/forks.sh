#!/bin/bash
# How long a run takes with more hosts at a time: "ibplay check" and a guarded "ibplay apply" of a lab's hosts with several
# values of --forks, once with hosts that answer at once and once with hosts that take some time for each step, as real ones
# do, which have processors, disks and a network of their own.
#
#   src/bench/forks.sh [HOSTS] [SLOW_MS] [FORKS...]     300 hosts, 10 ms and 10 20 50 100 300 without arguments
#
# Prints for each number of forks the seconds of the whole process, the controller's CPU and its highest resident set. Needs
# python3. IBPLAY names another program than ./ibplay.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly HOSTS=${1:-300} SLOW_MS=${2:-10}
shift $(($# < 2 ? $# : 2))
(($# > 0)) || set -- 10 20 50 100 300

. src/bench/workspace.sh
for mtu in 1500 2000; do
    printf -- '- hosts: linux\n  state:\n    ipoib:\n      ib0: {mtu: %d}\n' "$mtu" > "$work/$mtu.yml"
done

# spent EXPECTED COMMAND...: seconds, those of CPU and MB resident of ibplay's process
spent() {
    python3 - "$work/out" "$@" << 'END_PYTHON'
import resource, subprocess, sys, time
out, expected, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
begun = time.monotonic()
with open(out, "w") as file:
    status = subprocess.call(command, stdout=file, stderr=file)
if status != expected:
    sys.exit(f"forks.sh: {command[1]} ended with {status}:\n" + open(out).read()[-2000:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.monotonic() - begun:5.1f} s {used.ru_utime + used.ru_stime:5.1f} s CPU {used.ru_maxrss // 1024:4d} MB")
END_PYTHON
}

for slow in 0 "$SLOW_MS"; do
    faults=()
    ((slow == 0)) || faults=(--fault "node* slow=${slow}ms")
    start_lab "$work/1500.yml" 300 --hosts "$HOSTS" "${faults[@]}"
    mtu=1500
    for forks; do
        check=$(spent 2 "$PROGRAM" check -i "$work/inventory.ini" --forks "$forks" "$work/$mtu.yml")
        apply=$(spent 0 "$PROGRAM" apply --yes -i "$work/inventory.ini" --forks "$forks" "$work/$mtu.yml")
        printf '%d hosts, %3d ms a step, %3d forks: check %s; apply %s\n' "$HOSTS" "$slow" "$forks" "$check" "$apply"
        mtu=$((3500 - mtu))
    done
    stop_lab
done
