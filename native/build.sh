#!/bin/sh
# Builds helper and library for Maven and lays what is shipped where the class path has them. What is missing on this machine
# is left out with one line; a compile error fails the build.
#
#   build.sh BUILD_DIR CLASSES_DIR
set -eu
build=$1
classes=$2
if ! command -v make >/dev/null 2>&1; then
    echo "LEFT OUT: the native helper: make is missing" >&2
    exit 0
fi
make -s -C "$(dirname "$0")" BUILD="$build" all

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
