#!/bin/sh
#SBATCH --job-name=dehusk-fold
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
# One shard of the sites into states, when all parts of learn.sh are done. The task's number is the shard's, 1 … SHARDS:
#   sbatch --array=1-$SHARDS --dependency=afterok:LEARN_JOB fold.sh
# TMPDIR should have room for the lessons of a shard.
set -eu
. "${SCRIPTS:-$(dirname "$0")}/settings.sh"
shard=${SLURM_ARRAY_TASK_ID:-${1:?the number of the shard}}
$DEHUSK fold "$WORK/lessons" -o "$WORK/states" --shards "$SHARDS" --shard "$shard"
