#!/bin/sh
#SBATCH --job-name=dehusk-learn
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
# One part of the pages into lessons. The number of the task is the number of the part, 1 … PARTS:
#   sbatch --array=1-$PARTS learn.sh
# Run it again, as often as you like: what is done is found done.
set -eu
. "${SCRIPTS:-$(dirname "$0")}/settings.sh"
part=${SLURM_ARRAY_TASK_ID:-${1:?the number of the part}}
# Exit code 3: some pages failed, each is named on standard error; the others are done.
# shellcheck disable=SC2086
$DEHUSK learn "$ARCHIVE" -o "$WORK/lessons" --part "$part/$PARTS" --fail-on never $DEHUSK_FLAGS
