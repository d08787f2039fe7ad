#!/bin/bash
# One change on many hosts, by ibplay and by Ansible: mode and MTU of an interface, persisted in a networkd file, with one
# modprobe.d file more, and looked at afterwards. Both have the same parallelism and key exchange; times are of whole processes.
#
#   src/bench/rollout.sh [HOSTS] [FORKS]     300 hosts, 20 forks without arguments
#
# Needs root, ansible-core and what src/bench/hosts needs. Prints seconds, and how many times faster ibplay is, unguarded
# (confirm: none) and guarded: the mean of a run before Ansible's and of one after it. Each runs once untimed on one host
# before, so that nobody pays for cold files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly HOSTS=${1:-300} FORKS=${2:-20}

. src/bench/workspace.sh

cat > "$work/ansible.cfg" <<END
[defaults]
forks = $FORKS
host_key_checking = True
local_tmp = $work/ansible
[ssh_connection]
pipelining = True
ssh_args = -C -o ControlMaster=auto -o ControlPersist=60s
control_path_dir = $work/cp
END

ours() { # ours CONFIRM LIMIT
    "$PROGRAM" apply --yes -i "$work/hosts/inventory.ini" --forks "$FORKS" -e "confirm=$1" --limit "$2" src/bench/rollout/ibplay.yml
}

theirs() { # theirs LIMIT
    ANSIBLE_CONFIG=$work/ansible.cfg ansible-playbook -i "$work/hosts/inventory.ini" --limit "$1" src/bench/rollout/ansible.yml
}

# timed NAME COMMAND...: the seconds; what it says goes to a file, shown if it fails
timed() {
    local name=$1 begun=$EPOCHREALTIME
    shift
    "$@" > "$work/$name.out" 2>&1 || { tail -n 30 "$work/$name.out" >&2; echo "rollout.sh: $name failed" >&2; exit 1; }
    awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f\n", b - a }'
}

# Every host has what was asked for.
proven() {
    local pid wrong=0
    for pid in "$work"/hosts/ready/*.up; do
        nsenter --target "$(< "$pid")" --mount --net sh -c '
            test "$(cat /sys/class/net/ib0/mode /sys/class/net/ib0/mtu | tr -s "\n" " ")" = "datagram 2044 " &&
            grep -q "^Mode=datagram$" /etc/systemd/network/20-ib0.network && grep -q "^MTUBytes=2044$" /etc/systemd/network/20-ib0.network &&
            grep -q "^options mlx4_core set_4k_mtu=1$" /etc/modprobe.d/mlx4_core.conf' || wrong=$((wrong + 1))
    done
    ((wrong == 0)) || { echo "rollout.sh: $wrong hosts are not as asked for" >&2; exit 1; }
}

src/bench/hosts up "$HOSTS" "$work/hosts"
first=$(sed -n '2s/ .*//p' "$work/hosts/inventory.ini")
timed warm-ours ours none "$first" > /dev/null
timed warm-theirs theirs "$first" > /dev/null
declare -A seconds
# The machine may be faster in one minute than in the next: ibplay runs before and after Ansible.
for way in none 120s ansible 120s none; do
    src/bench/hosts reset "$work/hosts"
    case $way in
        ansible) seconds[$way]=$(timed "$way" theirs bench) ;;
        *) seconds[$way]+=" $(timed "$way" ours "$way" bench)" ;;
    esac
    proven
done
mean() { awk '{ printf "%.2f", ($1 + $2) / 2 }' <<< "$1"; }
awk -v n="$HOSTS" -v f="$FORKS" -v o="$(mean "${seconds[none]}")" -v g="$(mean "${seconds[120s]}")" -v t="${seconds[ansible]}" 'BEGIN {
    printf "%d hosts, %d forks: ansible %.1f s; ibplay unguarded %.1f s (%.1f times faster), guarded %.1f s (%.1f times faster)\n", n, f, t, o, t / o, g, t / g
}'
