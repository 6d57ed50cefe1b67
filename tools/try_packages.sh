#!/usr/bin/env bash
# tools/try_packages.sh FOLDER: installs the packages of FOLDER into a new Debian 12 system, runs debian/tests there,
# purges them, and fails if a file is left. As root; `./dev package --try` calls it. The new system is FOLDER.system; a
# second run copies FOLDER.base in place of downloading it.
set -euo pipefail
((EUID == 0)) || { echo "$0: needs root, for chroot" >&2; exit 1; }
[[ ${1-} == --mounted ]] || exec unshare --mount "$0" --mounted "$@" # what is mounted ends with this process
packages=$(readlink -f -- "$2") system=$packages.system base=$packages.base
all=(bellwether libbellwether-dev python3-bellwether bellwether-doc)
sources=$(readlink -f -- "$(dirname -- "$0")/..")
[[ -d $packages ]] || { echo "$0: no folder '$2'" >&2; exit 1; }

say() { printf '» %s\n' "$*"; }
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$system" "$@"; }
install() { inside apt-get install -y -q --no-install-recommends "$@" >>"$log" 2>&1 || { tail -n 30 "$log"; exit 1; }; }

# debs NAME...: the files of packages, as seen from inside.
debs() { local name; for name in "$@"; do (cd "$system" && printf '/%s\n' tmp/packages/"$name"_*.deb); done; }

# Every file, without what apt, dpkg and man-db write about themselves, and without the backups that adding a group makes.
files() { (cd "$system" && find etc usr opt var root home srv boot -path var/cache -prune -o -path var/log -prune -o -path var/lib/apt -prune -o -path var/lib/dpkg -prune -o -print | grep -vE '^etc/g?(shadow|group|passwd)-$' | sort); }

# trial NAME...: tests of debian/tests, each in a folder of its own.
trial() {
  local name
  for name in "$@"; do
    say "try $name"
    rm -rf "$system/tmp/trial"
    mkdir "$system/tmp/trial"
    inside env AUTOPKGTEST_TMP=/tmp/trial sh -c "cd /tmp/sources && debian/tests/$name" >>"$log" 2>&1 ||
      { tail -n 30 "$log"; echo "$0: debian/tests/$name failed" >&2; exit 1; }
  done
}

# purge_and_compare PACKAGE...: with what they brought; the system is as it was in $system.before.
purge_and_compare() {
  say "purge $*"
  # What they brought goes, even where a package that stays would recommend or suggest it.
  inside apt-get purge -y -q --autoremove -o APT::AutoRemove::RecommendsImportant=false \
    -o APT::AutoRemove::SuggestsImportant=false "$@" >>"$log" 2>&1
  files | diff "$system.before" - >"$packages/left.txt" || { head -n 20 "$packages/left.txt"; echo "$0: the packages leave or take files" >&2; exit 1; }
}

log=$packages/try.txt
: >"$log"
[[ -d $base ]] || { say "debootstrap"; debootstrap --variant=minbase bookworm "$base" >>"$log" 2>&1; }
rm -rf -- "$system"
cp -a -- "$base" "$system"
mount -t proc proc "$system/proc"
mkdir "$system/tmp/packages" "$system/tmp/sources"
cp -- "$packages"/*.deb "$system/tmp/packages"
cp -a -- "$sources"/{README.md,debian,examples,tests} "$system/tmp/sources"
inside apt-get update -q >>"$log" 2>&1

install man-db bash-completion
files >"$system.before"
say "install the program alone"
install $(debs bellwether)
trial program
purge_and_compare bellwether

install cmake g++ ninja-build
files >"$system.before"
say "install all packages"
install $(debs "${all[@]}")
trial program library python
test -s "$system/usr/share/doc/bellwether/docs/tutorial.md"
purge_and_compare "${all[@]}"
rm -rf -- "$system" "$system.before"
say "installed, tried and purged; the log is $log"
