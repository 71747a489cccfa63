#!/bin/sh
# All three steps as job arrays of Slurm, each behind the one before:
#   ARCHIVE='/data/crawl/*.warc.gz' WORK=/data/work PARTS=512 SHARDS=64 sh submit.sh
set -eu
SCRIPTS=$(cd "$(dirname "$0")" && pwd)
. "$SCRIPTS/settings.sh"
export SCRIPTS ARCHIVE WORK PARTS SHARDS DEHUSK DEHUSK_FLAGS
learn=$(sbatch --parsable --export=ALL --array="1-$PARTS" "$SCRIPTS/learn.sh")
fold=$(sbatch --parsable --export=ALL --array="1-$SHARDS" --dependency="afterok:$learn" "$SCRIPTS/fold.sh")
sbatch --parsable --export=ALL --array="1-$PARTS" --dependency="afterok:$fold" "$SCRIPTS/clean.sh"
