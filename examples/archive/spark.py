"""All three steps as a Spark job, with dehusk as the program of `pipe`.

    spark-submit spark.py PAGES WORK [PARTS [SHARDS]]

PAGES holds JSON lines with "url" and "html", such as a table written with `.write.json`. WORK is a folder that driver
and executors can all see under the same name (NFS, Lustre, a mounted bucket). Tasks may fail, be tried again, or run
twice at once (speculation): lessons are named after what is in them, and a page that comes twice counts once.
"""
import shlex
import sys

from pyspark.sql import SparkSession

pages, work = sys.argv[1:3]
parts = int(sys.argv[3]) if len(sys.argv) > 3 else 64
shards = int(sys.argv[4]) if len(sys.argv) > 4 else 8
folder = shlex.quote(work)

spark = SparkSession.builder.appName("dehusk").getOrCreate()
lines = spark.sparkContext.textFile(pages, parts)


def shell(command):
    # Of `sh -c`, so that a partition without pages is no error: dehusk is not started for it.
    script = f'if IFS= read -r first; then {{ printf "%s\\n" "$first"; cat; }} | {command}; fi'
    return f"sh -c {shlex.quote(script)}"


learn = shell(f"dehusk learn - --input-format jsonl -o {folder}/lessons --fail-on never --quiet")
lines.pipe(learn, checkCode=True).count()

fold = f"xargs -n 1 dehusk fold {folder}/lessons -o {folder}/states --quiet --shards {shards} --shard"
numbers = spark.sparkContext.parallelize(range(1, shards + 1), shards)
numbers.map(str).pipe(fold, checkCode=True).count()

clean = shell(f"dehusk clean - --input-format jsonl --state {folder}/states --freeze --fail-on never --quiet")
lines.pipe(clean, checkCode=True).saveAsTextFile(f"{work}/clean")
