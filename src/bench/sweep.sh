#!/bin/bash
# Compares the core's sweep of a fabric of about 1,000 nodes with ibnetdiscover's: packets, time, and time when every reply
# takes 1 ms. Both run as whole processes on the same ibsim, in turns; the median counts. Fails when a limit is missed.
#
#   src/bench/sweep.sh [RUNS]
#
# Needs ibsim-utils, libumad2sim0, infiniband-diags and gcc. The build goes to target/bench.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly RUNS=${1:-11}
readonly HOSTS_PER_LEAF=24 LEAVES=40 SPINES=20
readonly CORE=(wire.c outcome.c files.c umad.c exchange.c mad.c nodes.c discover.c)
readonly REPLY_US=1000 TIME_LIMIT=1.2 DELAYED_LIMIT=0.5

build=$PWD/target/bench
mkdir -p "$build"
work=$(mktemp -d)
export IBSIM_SOCKNAME=ibplay-bench-$$ SIM_HOST=H1-1
simulator=
finish() {
    [[ -z $simulator ]] || kill "$simulator" 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT

build_programs() {
    gcc -std=c11 -Os -Wall -Wextra -Werror -U_FORTIFY_SOURCE -Inative/src -o "$build/sweep" \
        src/bench/native/sweep.c "${CORE[@]/#/native/src/}"
    gcc -shared -fPIC -O2 -Wall -Wextra -Wno-maybe-uninitialized -Werror -o "$build/slow_fabric.so" src/bench/native/slow_fabric.c -ldl
}

# A fat tree in ibsim's language.
network() {
    local spine leaf host
    for ((spine = 1; spine <= SPINES; spine++)); do
        printf 'Switch %d "S%d"\n' "$LEAVES" "$spine"
        for ((leaf = 1; leaf <= LEAVES; leaf++)); do printf '[%d] "L%d"[%d]\n' "$leaf" "$leaf" $((HOSTS_PER_LEAF + spine)); done
        echo
    done
    for ((leaf = 1; leaf <= LEAVES; leaf++)); do
        printf 'Switch %d "L%d"\n' $((HOSTS_PER_LEAF + SPINES)) "$leaf"
        for ((host = 1; host <= HOSTS_PER_LEAF; host++)); do printf '[%d] "H%d-%d"[1]\n' "$host" "$leaf" "$host"; done
        for ((spine = 1; spine <= SPINES; spine++)); do printf '[%d] "S%d"[%d]\n' $((HOSTS_PER_LEAF + spine)) "$spine" "$leaf"; done
        echo
        for ((host = 1; host <= HOSTS_PER_LEAF; host++)); do printf 'Hca 1 "H%d-%d"\n[1] "L%d"[%d]\n\n' "$leaf" "$host" "$leaf" "$host"; done
    done
}

start_simulator() {
    network > "$work/net"
    ibsim -s -n "$work/net" > "$work/ibsim.out" 2>&1 &
    simulator=$!
    until grep -q MaxMcastCap "$work/ibsim.out"; do
        kill -0 "$simulator"
        sleep 0.1
    done
}

# on_fabric DELAY COMMAND...: the whole process's time in seconds; the packets sent go to $work/count
on_fabric() {
    local delay=$1 begun=$EPOCHREALTIME
    shift
    (cd "$work" && COUNT_FILE=$work/count DELAY_US=$delay \
        LD_PRELOAD=$build/slow_fabric.so:/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so "$@" > "$work/out")
    awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.4f\n", b - a }'
}

# compare NAME DELAY LIMIT: LIMIT is for our time divided by theirs
compare() {
    local name=$1 delay=$2 limit=$3 run ours theirs our_count their_count
    : > "$work/ours" > "$work/theirs"
    for ((run = 0; run <= RUNS; run++)); do
        theirs=$(on_fabric "$delay" ibnetdiscover)
        their_count=$(< "$work/count")
        ours=$(on_fabric "$delay" "$build/sweep" ibsim0 1 16)
        our_count=$(< "$work/count")
        ((run == 0)) && continue # warms up
        echo "$ours" >> "$work/ours"
        echo "$theirs" >> "$work/theirs"
    done
    ours=$(src/bench/median < "$work/ours") theirs=$(src/bench/median < "$work/theirs")
    awk -v n="$name" -v o="$ours" -v t="$theirs" -v oc="$our_count" -v tc="$their_count" -v l="$limit" 'BEGIN {
        printf "%-14s ours %.3f s, %d packets; ibnetdiscover %.3f s, %d packets; ratio %.2f (at most %s)\n", n, o, oc, t, tc, o / t, l
        exit !(o <= l * t && oc <= tc && oc > 0)
    }'
}

build_programs
start_simulator
status=0
compare "at once" 0 "$TIME_LIMIT" || status=1
compare "1 ms a reply" "$REPLY_US" "$DELAYED_LIMIT" || status=1
exit "$status"
