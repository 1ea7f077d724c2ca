"""Tests of `scutch.read`. What other libraries make of it is tested where they are installed."""

import contextlib
import ctypes
import gc
import gzip
import http.server
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from datetime import timezone
from pathlib import Path

import scutch

SAMPLES = Path("samples")
#: Archives and options of `corpus`: one reading of the inputs, two, damage, filters, more columns.
CASES = [
    (["plain.warc"], {"fast": True}),
    (["courier-old.warc.gz", "courier-modern.warc.gz"], {}),
    (["damaged.warc.gz", "whole.warc.gz"], {"extractor": "article", "also_extract": ["all-text", "bte"]}),
    (["abendblatt.warc.gz"], {"topic": "default", "shard_records": 3}),
    (["charsets.warc.gz"], {"language": ["el", "ru"]}),
]


def pages(number):
    """A WARC file of so many pages."""
    return b"".join(page(one) for one in range(number))


def page(number, comment=""):
    """A record with a page."""
    words = " ".join(f"word{number * 7919 % 9973 + word}" for word in range(400))
    body = f"<title>Story {number}</title><article><h1>Story {number}</h1><p>The ferry left late. {words}.</p></article>"
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}<!--{comment}-->"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\n"
    head += "WARC-Date: 2019-05-17T10:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
    head += f"WARC-Record-ID: <urn:uuid:{number:032x}>\r\nContent-Length: {len(block)}\r\n"
    return f"{head}\r\n{block}\r\n\r\n".encode()


def slow_rows(test):
    """Rows on a server in this very process, and two events: what is behind the first rows was asked for, and it
    is given.
    """
    asked, answer = threading.Event(), threading.Event()

    class Slow(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.do_GET()

        def do_GET(self):
            wanted = self.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")
            begin, end = int(wanted[0]), min(int(wanted[1] or len(data)), len(data) - 1)
            if begin > 12 << 20:
                asked.set()
                answer.wait(60)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {begin}-{end}/{len(data)}")
            self.send_header("Content-Length", str(end + 1 - begin))
            self.send_header("ETag", '"a"')
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(data[begin : end + 1])

        def log_message(self, *_):
            pass

        def handle(self):
            # The reader goes away.
            with contextlib.suppress(ConnectionError):
                super().handle()

    noise = random.Random(5)
    data = b"".join(gzip.compress(page(number, noise.randbytes(20_000).hex()), 1) for number in range(2000))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    test.addCleanup(answer.set)
    address = f"http://127.0.0.1:{server.server_port}/a.warc.gz"
    return scutch.read(address, fast=True, everything=True, jobs=1), asked, answer


class ArrowStream(ctypes.Structure):
    """`ArrowArrayStream` of Arrow's C stream interface. Its functions are called with Python's lock."""

    _fields_ = [
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


def stream_begun(rows):
    """A stream of rows of which one batch was taken. It ends with its last reference, by the thread that has that."""
    capsule = rows.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = pointer(capsule, b"arrow_array_stream")
    batch = ctypes.create_string_buffer(80)
    failed = ArrowStream.from_address(address).get_next(address, ctypes.addressof(batch))
    assert not failed, failed
    return capsule


@contextlib.contextmanager
def longest_pause():
    """What gives the longest time, in seconds, that another thread of Python had to wait meanwhile."""
    ticks, stop = [time.monotonic()], threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    ticking = threading.Thread(target=tick)
    ticking.start()
    try:
        yield lambda: max(later - earlier for earlier, later in zip(ticks, ticks[1:]))
    finally:
        stop.set()
        ticking.join()
        ticks.append(time.monotonic())


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_counts_and_losses_are_those_of_a_corpus(self):
        for number, (names, options) in enumerate(CASES):
            inputs = [SAMPLES / name for name in names]
            folder = scutch.corpus(inputs, self.folder / str(number), **options)
            rows = scutch.read(inputs, jobs=2, **options)
            ours = list(rows)
            self.assertEqual(len(ours), folder.manifest["counts"]["rows"], names)
            self.assertEqual(rows.counts, folder.manifest["counts"])
            quarantine = (folder.path / "quarantine.jsonl").read_text().splitlines()
            self.assertEqual(rows.losses, [json.loads(line) for line in quarantine])
            self.assertTrue(all(list(row) == list(rows.columns) for row in ours))

    def test_each_loop_reads_anew(self):
        rows = scutch.read(SAMPLES / "plain.warc")
        self.assertIsNone(rows.counts)
        first = list(rows)
        self.assertGreater(len(first), 0)
        self.assertEqual(list(rows), first)
        self.assertEqual(first[0]["timestamp"].tzinfo, timezone.utc)
        self.assertIn(">url</td>", rows._repr_html_())

    def test_shares_together_are_all_rows(self):
        inputs = [SAMPLES / name for name in ("courier-old.warc.gz", "courier-modern.warc.gz", "damaged.warc.gz")]
        evidence = scutch.gather(inputs, self.folder / "evidence")
        shares = [scutch.read(inputs, evidence=evidence, shard=f"{number}/3", jobs=2) for number in (1, 2, 3)]
        found = [list(rows) for rows in shares]
        self.assertEqual([row for rows in found for row in rows], list(scutch.read(inputs)))
        self.assertGreater(sum(bool(rows) for rows in found), 1)
        self.assertEqual(sum(len(rows.losses) for rows in shares), 1)
        self.assertEqual(list(scutch.read(inputs, evidence=evidence)), list(scutch.read(inputs)))
        for options, sentence in (
            ({"shard": "2/3"}, "needs evidence"),
            ({"shard": "4/3", "evidence": evidence}, "one of 1 to 3"),
            ({"unreadable": "quarantine", "evidence": evidence}, "does not go with evidence"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                scutch.read(inputs, **options)
        with self.assertRaisesRegex(scutch.Error, "another configuration"):
            list(scutch.read(inputs, evidence=evidence, fast=True))

    def test_decisions_change_their_rows(self):
        inputs = SAMPLES / "courier-modern.warc.gz"
        rows = list(scutch.read(inputs))
        decisions = self.folder / "decisions.jsonl"
        lines = [
            {"id": rows[0]["id"], "field": "keep", "value": False},
            {"id": rows[1]["id"], "field": "author", "value": ["Ada Gull"]},
        ]
        decisions.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        decided = scutch.read(inputs, decisions=decisions)
        found = list(decided)
        self.assertEqual([row["id"] for row in found], [row["id"] for row in rows[1:]])
        self.assertEqual(found[0]["authors"], ["Ada Gull"])
        self.assertEqual(json.loads(found[0]["metadata_json"])["authors"][0]["source"], "decision")
        self.assertEqual(found[1:], rows[2:])
        self.assertEqual(decided.counts["out_of_scope"]["left-out"], 1)
        folder = scutch.corpus(inputs, self.folder / "corpus", decisions=decisions)
        self.assertEqual(folder.manifest["counts"], decided.counts)
        decisions.write_text("{}\n")
        with self.assertRaisesRegex(scutch.Error, "decisions.jsonl, line 1: `id` is missing"):
            list(scutch.read(inputs, decisions=decisions))

    def test_rows_go_to_other_processes(self):
        rows = scutch.read(SAMPLES / "plain.warc", language=["de", "en"])
        self.assertEqual(list(pickle.loads(pickle.dumps(rows))), list(rows))

    def test_names_are_those_of_the_working_folder_of_the_call(self):
        (self.folder / "a.warc").write_bytes(pages(5))
        scutch.run("archive", "index", self.folder / "a.warc", output=self.folder / "a.cdxj", quiet=True)
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        evidence = scutch.gather("a.warc", "evidence")
        in_full = scutch.gather(self.folder / "a.warc", "in-full")
        Path("decisions.jsonl").write_text("")
        rows = [
            scutch.read("a.warc"),
            scutch.read("a.warc", cdx="a.cdxj", spill="."),
            scutch.read("a.warc", evidence=evidence, decisions="decisions.jsonl"),
            scutch.read(self.folder / "a.warc", evidence=evidence),
            scutch.read("a.warc", evidence=in_full),
            scutch.read("a.warc", decisions="decisions.jsonl"),
        ]
        sent = pickle.dumps(rows)
        os.chdir(here)
        for found in (rows, pickle.loads(sent)):
            self.assertEqual([len(list(each)) for each in found], [5] * len(rows))
        with self.assertRaisesRegex(scutch.Error, "made from other inputs"):
            # Nobody knows that the relative names are those of that folder.
            list(scutch.read(self.folder / "a.warc", evidence=self.folder / evidence))

    def test_options_with_several_values(self):
        expected = list(scutch.read(SAMPLES / "charsets.warc.gz", language=["el", "ru"]))
        self.assertGreater(len(expected), 1)
        for languages in (("el", "ru"), {"ru", "el"}, (language for language in ("el", "ru")), frozenset({"el", "ru"})):
            self.assertEqual(list(scutch.read(SAMPLES / "charsets.warc.gz", language=languages)), expected, languages)

    def test_any_number_of_threads_is_a_number_or_an_error(self):
        rows = list(scutch.read(SAMPLES / "plain.warc", jobs=1))
        self.assertEqual(list(scutch.read(SAMPLES / "plain.warc", jobs=10**9)), rows)
        for jobs in (0, -1):
            with self.assertRaisesRegex(ValueError, f"jobs is {jobs}: at least 1"):
                scutch.read(SAMPLES / "plain.warc", jobs=jobs)

    def test_threads_that_the_system_refuses_are_an_error(self):
        script = (
            "import re, resource, scutch, sys\n"
            "rows = scutch.read(sys.argv[1], jobs=1000, fast=True)\n"
            "size = int(re.search(r'VmSize:\\s+(\\d+)', open('/proc/self/status').read())[1]) << 10\n"
            # Each thread has a stack of two megabytes.
            "resource.setrlimit(resource.RLIMIT_AS, (size + (512 << 20),) * 2)\n"
            "list(rows)\n"
        )
        command = [sys.executable, "-c", script, str(SAMPLES / "plain.warc")]
        for _ in range(5):
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            # A thread that starts while the last memory goes may end the process from within glibc.
            if "Fatal glibc error" not in ran.stderr:
                break
        self.assertIn("scutch._verbs.Error: cannot start 1000 threads: ", ran.stderr)

    def test_a_year_that_python_has_not_is_no_date(self):
        path = self.folder / "a.warc"
        path.write_bytes(pages(2) + pages(3).replace(b"2019-05-17", b"0000-01-01") + pages(1).replace(b"2019", b"0001"))
        rows = list(scutch.read(path))
        self.assertEqual([row["timestamp"] and row["timestamp"].year for row in rows], [2019, 2019, None, None, None, 1])
        self.assertEqual([row["warc_date"] for row in rows if row["timestamp"] is None], ["0000-01-01T10:00:00Z"] * 3)

    def test_a_panic_is_an_error_with_its_place(self):
        config = scutch._verbs.emitted_config([str(SAMPLES / "plain.warc")], {})
        task = scutch._scutch.EngineTask(config, None)
        gathering = scutch._scutch.EngineGather.open(task, str(self.folder / "evidence"), 1)
        # Columns of several lengths come from no engine.
        columns = ([], [], [], [], [], [], [b"value"])
        with self.assertRaisesRegex(RuntimeError, r"a fault in scutch: index out of bounds.* \(.*engine/\w+\.rs:\d+"):
            task.conclude(gathering.evidence, "0", iter([columns]))

    def test_errors_are_sentences(self):
        with self.assertRaisesRegex(scutch.Error, "nowhere.warc"):
            scutch.read("nowhere.warc")
        with self.assertRaisesRegex(scutch.Error, "page, template, article"):
            scutch.read(SAMPLES / "plain.warc", extractor="magic")
        with self.assertRaisesRegex(TypeError, "writes no folder: it takes no argument 'format'"):
            scutch.read(SAMPLES / "plain.warc", format="tei")
        with self.assertRaisesRegex(ValueError, "one of fail, quarantine"):
            scutch.read(SAMPLES / "plain.warc", unreadable="ignore")
        path = self.folder / "a.warc"
        path.write_bytes((SAMPLES / "plain.warc").read_bytes())
        rows = scutch.read(path)
        path.unlink()
        with self.assertRaisesRegex(scutch.Error, "a.warc"):
            list(rows)

    def test_ctrl_c_ends_a_reading(self):
        # Where the tests run in the background of a shell, the signal is ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        path = self.folder / "a.warc"
        path.write_bytes(pages(2500))
        for options in ({}, {"fast": True}):
            rows = scutch.read(path, spill=self.folder, memory=6 << 20, **options)
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                for _ in range(100):
                    list(rows)
            timer.join()
        gc.collect()
        self.assertEqual(os.listdir(self.folder), ["a.warc"], "nothing is left of what went to disk")

    def test_a_reading_that_is_given_up_leaves_nothing(self):
        path = self.folder / "a.warc"
        path.write_bytes(pages(1500))
        rows = scutch.read(path, spill=self.folder, memory=5 << 20)
        reading = iter(rows)
        self.assertEqual(next(reading)["title"], "Story 0")
        self.assertGreater(threads(), 1)
        reading.close()
        del reading
        gc.collect()
        self.assertEqual(os.listdir(self.folder), ["a.warc"])
        self.assertIsNone(rows.counts, "they are those of all rows")

    def test_other_threads_go_on_while_a_reading_is_given_up(self):
        rows, asked, answer = slow_rows(self)
        reading = iter(rows)
        next(reading)
        self.assertTrue(asked.wait(60))
        until_idle()
        threading.Timer(1.5, answer.set).start()
        with longest_pause() as pause:
            del reading
            gc.collect()
        self.assertTrue(answer.is_set(), "it was waited for")
        self.assertLess(pause(), 0.9)

    def test_other_threads_go_on_while_one_of_them_releases_a_stream(self):
        rows, asked, answer = slow_rows(self)
        held = [stream_begun(rows)]
        self.assertTrue(asked.wait(60))
        until_idle()
        threading.Timer(1.5, answer.set).start()
        releasing = threading.Thread(target=held.clear)
        with longest_pause() as pause:
            releasing.start()
            releasing.join()
        self.assertLess(pause(), 0.9)

    def test_nothing_is_left_where_python_ends_behind_a_release(self):
        path = self.folder / "a.warc"
        path.write_bytes(pages(1500))
        script = (
            "import sys, threading\n"
            "sys.path.append(sys.argv[1])\n"
            "import scutch, test_rows\n"
            "rows = scutch.read(sys.argv[2], spill=sys.argv[3], memory=5 << 20)\n"
            "held = [test_rows.stream_begun(rows)]\n"
            "releasing = threading.Thread(target=held.clear)\n"
            "releasing.start()\n"
            "releasing.join()\n"
        )
        command = [sys.executable, "-c", script, Path(__file__).parent, path, self.folder]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(os.listdir(self.folder), ["a.warc"])

    def test_other_threads_go_on(self):
        rows = scutch.read(SAMPLES / "courier-modern.warc.gz", jobs=1)
        expected = list(rows)
        found = [[], []]
        work = [threading.Thread(target=lambda place=place: place.extend(rows)) for place in found]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
        self.assertEqual(found, [expected, expected])


def until_idle():
    """Returns once this process only waits: a reading has used up all that it was given."""
    spent = -1.0
    while time.process_time() - spent > 0.01:
        spent = time.process_time()
        time.sleep(1)


def threads():
    """Number of threads of this process, also of those that Python does not know."""
    return len(os.listdir("/proc/self/task"))


if __name__ == "__main__":
    unittest.main()
