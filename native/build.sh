#!/bin/sh
# Builds the helper for Maven and lays the shipped programs where the class path has them. What is missing on this machine
# is left out with one line; a compile error fails the build.
#
#   build.sh BUILD_DIR RESOURCE_DIR
set -eu
build=$1
resources=$2
if ! command -v make >/dev/null 2>&1; then
    echo "LEFT OUT: the native helper: make is missing" >&2
    exit 0
fi
make -s -C "$(dirname "$0")" BUILD="$build" all
mkdir -p "$resources"
for cpu in x86_64 aarch64; do
    if [ -f "$build/$cpu/ibplay-helper" ]; then
        cmp -s "$build/$cpu/ibplay-helper" "$resources/$cpu" || cp "$build/$cpu/ibplay-helper" "$resources/$cpu"
    fi
done
