#!/bin/sh
#SBATCH --job-name=dehusk-clean
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
# One part of the pages into their content, when all shards of fold.sh are done. The task's number is the part's:
#   sbatch --array=1-$PARTS --dependency=afterok:FOLD_JOB clean.sh
# A file has its name only when it is whole, so a part that is there is done.
set -eu
. "${SCRIPTS:-$(dirname "$0")}/settings.sh"
part=${SLURM_ARRAY_TASK_ID:-${1:?the number of the part}}
mkdir -p "$WORK/clean"
# As many digits as the last part has: so the names sort as the parts do.
output=$WORK/clean/$(printf "%0${#PARTS}d" "$part").jsonl.gz
[ -e "$output" ] && exit 0
# shellcheck disable=SC2086
$DEHUSK clean "$ARCHIVE" --state "$WORK/states" --freeze --part "$part/$PARTS" -o "$output" --fail-on never $DEHUSK_FLAGS
