#!/bin/sh
# Builds helper and library for Maven and lays what is shipped where the class path has them, with a note for ibplay --version. What is
# missing on this machine is left out with one line; a compile error fails the build.
#
#   build.sh BUILD_DIR CLASSES_DIR
set -eu
build=$1
classes=$2
here=$(cd "$(dirname "$0")" && pwd)
if command -v make >/dev/null 2>&1; then
    make -s -C "$here" BUILD="$build" all
else
    echo "LEFT OUT: the native helper: make is missing" >&2
fi

# carry FILE RESOURCE: an unchanged file keeps its time
carry() {
    [ -f "$1" ] || return 0
    mkdir -p "$(dirname "$2")"
    cmp -s "$1" "$2" || cp "$1" "$2"
}

for cpu in x86_64 aarch64; do
    carry "$build/$cpu/ibplay-helper" "$classes/dev/ibplay/transport/helper/$cpu"
done
# The folders are called as JNA calls platforms.
for platform in linux-x86-64 linux-aarch64; do
    carry "$build/$platform/libibplay.so" "$classes/$platform/libibplay.so"
done

# The commit is part of the source's state, so that two builds of one commit are still the same. None without git, or
# in a folder that somebody unpacked within another repository.
note() {
    if [ -e "$here/../.git" ] && commit=$(git -C "$here" describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null); then
        echo "commit $commit"
    fi
    for cpu in x86_64 aarch64; do
        helper=$classes/dev/ibplay/transport/helper/$cpu
        [ ! -f "$helper" ] || echo "helper $cpu sha256 $(sha256sum "$helper" | cut -d ' ' -f 1)"
    done
}
mkdir -p "$build"
note >"$build/build.txt"
carry "$build/build.txt" "$classes/dev/ibplay/cli/build.txt"
