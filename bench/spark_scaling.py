#!/usr/bin/env python3
"""Corpora on Spark beside `scutch corpus` on the same archive: CPU seconds of all processes, rows, and executors that die.

    python3 bench/spark_scaling.py ARCHIVE [--sizes N,N,...] [--hosts HOSTSxCAPTURES ...] [--kills N]

Needs PySpark, pyarrow and the installed package scutch. ARCHIVE is compressed by records (`make_archive.py`). Its first
N records, a file for each N, show growth; made archives show one host with very many captures, and very many hosts of one
page (pages as in `host_scaling.py`). Each run is a process of its own, with two cores, so that Java's start counts.
`--kills N`: so many runs on a cluster of two workers, an executor killed in each, when a share of the tasks of an
undisturbed run is done: 1/10 to 17/20 of them.
"""
import argparse
import ctypes
import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import host_scaling

sys.path.append(str(Path(__file__).resolve().parents[1] / "bindings/python/tests/libraries"))
from standalone import Standalone

SPARK = """
import sys, threading, time
from pyspark.sql import SparkSession
import scutch.spark
settings = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.log.level": "ERROR",
            "spark.driver.host": "127.0.0.1", "spark.executor.memory": "1g",
            # Or times are written as INT96, which has no time zone, and equal no row of ours.
            "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS", "spark.sql.session.timeZone": "UTC"}
builder = SparkSession.builder.master(sys.argv[1])
for name, value in settings.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()

def tell(path):
    # Lines with the number of tasks done.
    tracker, done = spark.sparkContext.statusTracker(), {}
    with open(path, "w", buffering=1) as told:
        while True:
            for stage in range(len(done) + 20):
                info = tracker.getStageInfo(stage)
                if info is not None:
                    done[stage] = max(done.get(stage, 0), info.numCompletedTasks)
            print(sum(done.values()), file=told)
            time.sleep(0.05)

for path in sys.argv[5:]:
    threading.Thread(target=tell, args=[path], daemon=True).start()
rows = scutch.spark.corpus(spark, sys.argv[2], work=sys.argv[3])
rows.write.parquet(sys.argv[4])
for path in sys.argv[5:]:
    # The last counts are known a moment later than the rows.
    open(path + ".end", "w").close()
    time.sleep(1)
spark.stop()
"""


def adopt_orphans():
    """Makes this process the parent of what its children leave, so that their CPU time counts."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def reaped():
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                return False
        except ChildProcessError:
            return True


def measured(command, meanwhile=lambda: None):
    """CPU seconds of a command with all its processes, and wall seconds."""
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    meanwhile()
    if process.wait() != 0:
        sys.exit(f"failed: {command[:3]}")
    wall = time.monotonic() - since
    for _ in range(100):
        if reaped():
            break
        time.sleep(0.05)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def rows_of(folder):
    import pyarrow.parquet

    tables = [pyarrow.parquet.read_table(part).to_pylist() for part in sorted(Path(folder).glob("*.parquet"))]
    return sorted((row for rows in tables for row in rows), key=lambda row: row["id"])


def on_spark(master, archive, folder, told=(), meanwhile=lambda: None):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    command = [sys.executable, "-c", SPARK, master, archive, folder / "work", folder / "rows", *told]
    return measured(command, meanwhile)


def tasks_done(told):
    """The last number that a run has told."""
    lines = told.read_text().splitlines() if told.exists() else []
    # The last line may be cut off.
    return int(lines[-2]) if len(lines) > 1 else 0


def compared(name, archive):
    """A line of the table: the same archive by one process with two threads, and on Spark with two cores."""
    with tempfile.TemporaryDirectory(prefix="scutch-bench-") as folder:
        folder = Path(folder)
        program = os.environ.get("SCUTCH_BINARY") or Path(sys.executable).with_name("scutch")
        alone, alone_wall = measured([program, "corpus", archive, "-o", folder / "corpus", "-q", "-j2"])
        spark, spark_wall = on_spark("local[2]", archive, folder)
        counts = json.loads((folder / "corpus/run.json").read_text())["counts"]
        expected, found = rows_of(folder / "corpus/docs"), rows_of(folder / "rows")
        same = len(expected) == len(found) and all(
            {**one, **other} == one for one, other in zip(expected, found)
        )
        print(
            f"| {name} | {counts['records']} | {counts['rows']} | {alone:.1f} | {spark:.1f} | {spark / alone:.2f} | "
            f"{alone_wall:.1f} | {spark_wall:.1f} | {'yes' if same else 'NO'} |",
            flush=True,
        )


def first_records(archive, records, path):
    """The first members of an archive."""
    data = Path(archive).read_bytes()
    at, found = 0, 0
    import zlib

    while at < len(data) and found < records:
        member = zlib.decompressobj(31)
        rest = memoryview(data)[at:]
        used = 0
        while not member.eof:
            piece = rest[used : used + (1 << 16)]
            if not piece:
                sys.exit(f"{archive}: a member is cut off")
            member.decompress(piece)
            used += len(piece) - len(member.unused_data)
        at += used
        found += 1
    path.write_bytes(data[:at])
    if found < records:
        print(f"only {found} records", file=sys.stderr)


def made(hosts, captures, path):
    known = host_scaling.lines()
    with open(path, "wb") as out:
        for number in range(captures):
            for host in range(hosts):
                story = host_scaling.address(number, captures)
                html = host_scaling.page(host, number, known)
                record = host_scaling.record(host, number, story, html)
                out.write(gzip.compress(record.encode(), 1, mtime=0))


def kill_after(tasks, told, cluster, deaths):
    """Kills an executor once so many tasks are done; only a death before the end of the rows counts."""
    end = Path(f"{told}.end")
    while tasks_done(told) < tasks and not end.exists():
        time.sleep(0.02)
    victims = cluster.executors()
    if victims and not end.exists():
        os.kill(victims[0], signal.SIGKILL)
        deaths.append(victims[0])


def killed(archive, runs):
    """Runs on a cluster, in each of which an executor dies after another share of the tasks."""
    with tempfile.TemporaryDirectory(prefix="scutch-bench-") as folder:
        folder = Path(folder)
        cluster = Standalone(folder)
        alone = folder / "alone"
        alone.mkdir()
        told = alone / "told"
        _, whole = on_spark(cluster.address, archive, alone, [told])
        expected, tasks = rows_of(alone / "rows"), tasks_done(told)
        for run in range(runs):
            output = folder / str(run)
            output.mkdir()
            told, deaths = output / "told", []
            after = round(tasks * (0.1 + 0.75 * run / max(1, runs - 1)))
            thread = threading.Thread(target=kill_after, args=[after, told, cluster, deaths])
            _, wall = on_spark(cluster.address, archive, output, [told], thread.start)
            thread.join()
            same = "yes" if rows_of(output / "rows") == expected else "NO"
            print(
                f"| {run + 1} | {after} of {tasks} | {len(deaths)} | {whole:.0f} | {wall:.0f} | {len(expected)} | {same} |",
                flush=True,
            )
        cluster.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archive", nargs="?")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--hosts", nargs="*", default=[])
    parser.add_argument("--kills", type=int, default=0)
    asked = parser.parse_args()
    adopt_orphans()
    print("| archive | records | rows | CPU s alone | CPU s Spark | ratio | wall s alone | wall s Spark | equal rows |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---|", flush=True)
    with tempfile.TemporaryDirectory(prefix="scutch-bench-") as folder:
        for size in filter(None, asked.sizes.split(",")):
            path = Path(folder) / f"{size}.warc.gz"
            first_records(asked.archive, int(size), path)
            compared(f"first {size}", path)
        for case in asked.hosts:
            path = Path(folder) / f"{case}.warc.gz"
            made(*map(int, case.split("x")), path)
            compared(f"{case} (hosts x captures)", path)
            path.unlink()
    if asked.kills:
        print("\n| run | tasks done before | executors killed | wall s undisturbed | wall s | rows | equal rows |")
        print("|---:|---:|---:|---:|---:|---:|---|", flush=True)
        killed(asked.archive, asked.kills)


if __name__ == "__main__":
    main()
