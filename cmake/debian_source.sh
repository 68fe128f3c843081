#!/bin/sh
# debian_source.sh SUITE PACKAGE: downloads a Debian source package into the current folder, without changing the system.
#
# The package sources are the machine's own, so its mirrors and keys are used: in a temporary copy, `deb` becomes
# `deb-src` and the machine's suite (e.g. bookworm) the one asked for. Lists of other vendors are left out. Works
# without root. Leaves PACKAGE_VERSION.orig.tar.* for the caller to check.
set -eu
suite=$1
package=$2

[ -r /etc/os-release ] && . /etc/os-release
if [ "${ID:-}" != debian ] || ! command -v apt-get >/dev/null; then
  echo "not a Debian machine" >&2
  exit 1
fi

work=$(pwd)/apt
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache"

for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  [ -r "$file" ] || continue
  # Only lists that name the machine's own suite as a word ("bookworm", "bookworm-updates") are Debian's.
  grep -Eq "^(deb |Suites:).*[ /]$VERSION_CODENAME(-| |\$)" "$file" || continue
  sed -E -e 's/^deb /deb-src /' -e 's/^Types:.*/Types: deb-src/' -e "s/\\b$VERSION_CODENAME\\b/$suite/g" \
    "$file" > "$work/parts/$(basename "$file")"
done

apt() {
  # Dir::State::status stays the system's; only lists and cache are ours. The sandbox user could not write here.
  apt-get -q -o APT::Sandbox::User="$(id -un)" -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" \
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@" >&2
}
apt update
apt source --download-only "$package"
