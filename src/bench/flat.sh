#!/bin/bash
# Whether a host costs the same in small and in large runs: "ibplay check" and a guarded "ibplay apply" of N hosts of a lab, which
# is a process of its own on this machine.
#
#   src/bench/flat.sh [HOSTS...]     10 100 1000 5000 without arguments
#
# Prints for each number of hosts and command the seconds, the controller's CPU and the bytes on the loopback interface, which nobody
# else should use meanwhile; and what each host costs that the size before did not have, in which there is no start of a JVM any
# more. IBPLAY names another program than ./ibplay.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
(($# > 0)) || set -- 10 100 1000 5000
. src/bench/workspace.sh
cat > "$work/play.yml" <<'END'
- hosts: linux
  state:
    ipoib:
      ib0: {mtu: 1500}
END

bytes() { awk '$1 == "lo:" { print $2 }' /proc/net/dev; }

# cost HOSTS EXPECTED COMMAND...: one line
cost() {
    local hosts=$1 expected=$2 before status=0 TIMEFORMAT='%R %U %S'
    shift 2
    before=$(bytes)
    { time "$PROGRAM" "$@" -i "$work/inventory.ini" --forks 50 "$work/play.yml" > "$work/out" 2>&1; } 2> "$work/time" || status=$?
    ((status == expected)) || { tail -n 5 "$work/out" >&2; echo "flat.sh: $1 of $hosts hosts ended with $status" >&2; exit 1; }
    [[ -e $work/before.$1 ]] || echo "0 0 0" > "$work/before.$1"
    awk -v n="$hosts" -v b="$(($(bytes) - before))" -v c="$1" '
        NR == 1 { n0 = $1; cpu0 = $2; b0 = $3; next }
        {
            cpu = $2 + $3
            printf "%5d hosts, %s: %.1f s, %.1f s CPU, %.1f MB", n, c, $1, cpu, b / 1e6 > "/dev/stderr"
            if (n0) printf "; each further host %.1f ms CPU, %d bytes", 1000 * (cpu - cpu0) / (n - n0), (b - b0) / (n - n0) > "/dev/stderr"
            print "" > "/dev/stderr"
            print n, cpu, b
        }' "$work/before.$1" "$work/time" 2>&1 > "$work/now"
    mv "$work/now" "$work/before.$1"
}

for hosts; do
    start_lab "$work/play.yml" 50 --hosts "$hosts"
    cost "$hosts" 2 check
    cost "$hosts" 0 apply --yes
    stop_lab
done
