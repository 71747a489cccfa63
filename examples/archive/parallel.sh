#!/bin/sh
# All three steps with GNU parallel, on this machine or on those of a --sshloginfile:
#   ARCHIVE='crawl/*.warc.gz' PARTS=64 SHARDS=8 sh parallel.sh [FLAGS OF PARALLEL]
set -eu
SCRIPTS=$(cd "$(dirname "$0")" && pwd)
. "$SCRIPTS/settings.sh"
export SCRIPTS ARCHIVE WORK PARTS SHARDS DEHUSK DEHUSK_FLAGS
seq "$PARTS" | parallel --halt soon,fail=1 --retries 3 "$@" sh "$SCRIPTS/learn.sh" '{}'
seq "$SHARDS" | parallel --halt soon,fail=1 --retries 3 "$@" sh "$SCRIPTS/fold.sh" '{}'
seq "$PARTS" | parallel --halt soon,fail=1 --retries 3 "$@" sh "$SCRIPTS/clean.sh" '{}'
