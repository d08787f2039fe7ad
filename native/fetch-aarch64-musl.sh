#!/bin/sh
# Unpacks Debian's musl-dev for arm64 into a folder, for the aarch64 build of the helper. Uses the machine's own package
# sources but a package state of its own, so that the machine does not become a multi-architecture one. Needs no root.
#
#   fetch-aarch64-musl.sh DIR      afterwards DIR/usr/lib/aarch64-linux-musl/libc.a is there
set -eu
target=$1
[ ! -e "$target/usr/lib/aarch64-linux-musl/libc.a" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/packages" "$target"
cat > "$work/apt.conf" <<CONF
APT::Architecture "$(dpkg --print-architecture)";
APT::Architectures { "$(dpkg --print-architecture)"; "arm64"; };
APT::Sandbox::User "$(id -un)";
Dir::State "$work/state";
Dir::Cache "$work/cache";
Dir::State::status "/var/lib/dpkg/status";
CONF
export APT_CONFIG="$work/apt.conf"
apt-get -qq update
cd "$work/packages"
apt-get -qq download musl-dev:arm64
cd "$OLDPWD"
for package in "$work"/packages/*.deb; do
    dpkg -x "$package" "$target"
done
