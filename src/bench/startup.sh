#!/bin/bash
# Prints how long ibplay takes to start: medians of whole processes in seconds, and as ratios to `java -version` of the same JVM,
# all in turns within one run. check reads a small lab, which runs meanwhile.
#
#   src/bench/startup.sh [RUNS]
#
# Needs target/ibplay.jar (mvn package). With LIMIT=SECONDS it fails when --version takes longer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly RUNS=${1:-11} NODES=8
readonly JAR=$PWD/target/ibplay.jar ARCHIVE=$PWD/target/ibplay.jsa
[[ -f $JAR ]] || { echo "startup.sh: no $JAR; mvn package makes it" >&2; exit 1; }

java=$(src/build/find-java)
work=$(mktemp -d)
export HOME=$work XDG_STATE_HOME=$work/state

ibplay() { "$java" @src/build/java.options -XX:SharedArchiveFile="$ARCHIVE" -jar "$JAR" "$@"; }
without_archive() { "$java" @src/build/java.options -jar "$JAR" "$@"; }

finish() {
    ibplay lab down --dir "$work/lab" > /dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT

# once NAME EXIT COMMAND...: adds the seconds of one run to NAME's
once() {
    local name=$1 expected=$2 status=0 began=$EPOCHREALTIME ended
    shift 2
    "$@" > "$work/out" 2>&1 || status=$?
    ended=$EPOCHREALTIME
    ((status == expected)) || { echo "startup.sh: $* ended with $status" >&2; tail -n 5 "$work/out" >&2; exit 1; }
    echo "$began $ended" | awk '{ printf "%.3f\n", $2 - $1 }' >> "$work/$name"
}

inventory=$(ibplay lab up --hosts $NODES --dir "$work/lab" 2> "$work/lab.log") || { cat "$work/lab.log" >&2; exit 1; }
[[ -f $ARCHIVE ]] || echo "no class archive: $ARCHIVE"
for ((run = 0; run <= RUNS; run++)); do
    once java 0 "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -version
    once version 0 ibplay --version
    once bare 0 without_archive --version
    once help 0 ibplay --help
    once apply-help 0 ibplay apply --help
    once lint 0 ibplay lint playbooks/site.yml
    once check 2 ibplay check -i "$inventory" playbooks/site.yml
    ((run > 0)) || rm "$work"/{java,version,bare,help,apply-help,lint,check} # warms the page cache
done

base=$(src/bench/median < "$work/java")
row() { awk -v name="$2" -v seconds="$(src/bench/median < "$work/$1")" -v base="$base" 'BEGIN { printf "%-34s %6.2f s %7.1f\n", name, seconds, seconds / base }'; }
printf '%-34s %8s %7s\n' "median of $RUNS runs" seconds ratio
row java "java -version"
row version "ibplay --version"
row bare "ibplay --version, no archive"
row help "ibplay --help"
row apply-help "ibplay apply --help"
row lint "ibplay lint of the sample"
row check "ibplay check of $((NODES + 2)) hosts"
if [[ -n ${LIMIT:-} ]]; then
    awk -v seconds="$(src/bench/median < "$work/version")" -v limit="$LIMIT" 'BEGIN { exit seconds > limit }' || { echo "startup.sh: --version takes longer than $LIMIT s" >&2; exit 1; }
fi
