# What all steps of an archive share: read by the other scripts of this folder.
#
#   ARCHIVE   pattern of the files that hold the pages; the same in all steps
#   WORK      folder that all machines can see: lessons, states and content
#   PARTS     tasks of `learn` and `clean`
#   SHARDS    tasks of `fold`
: "${ARCHIVE:=crawl/*.warc.gz}" "${WORK:=work}" "${PARTS:=8}" "${SHARDS:=4}"
# How dehusk is called, and what all steps must agree in: --method, --set, --site-by, limits.
: "${DEHUSK:=dehusk}" "${DEHUSK_FLAGS:=}"
