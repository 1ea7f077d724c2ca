"""Tests of `scutch.read`. What other libraries make of it is tested where they are installed."""

import gc
import json
import os
import pickle
import signal
import tempfile
import threading
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
    records = []
    for page in range(number):
        words = " ".join(f"word{page * 7919 % 9973 + word}" for word in range(400))
        body = f"<title>Story {page}</title><article><h1>Story {page}</h1><p>The ferry left late. {words}.</p></article>"
        block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}"
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{page}\r\n"
        head += "WARC-Date: 2019-05-17T10:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        head += f"WARC-Record-ID: <urn:uuid:{page:032x}>\r\nContent-Length: {len(block)}\r\n"
        records.append(f"{head}\r\n{block}\r\n\r\n")
    return "".join(records).encode()


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
            ({"shard": "4/3", "evidence": evidence}, "number/count"),
            ({"unreadable": "quarantine", "evidence": evidence}, "does not go with evidence"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                scutch.read(inputs, **options)
        with self.assertRaisesRegex(scutch.Error, "another configuration"):
            list(scutch.read(inputs, evidence=evidence, fast=True))

    def test_rows_go_to_other_processes(self):
        rows = scutch.read(SAMPLES / "plain.warc", language=["de", "en"])
        self.assertEqual(list(pickle.loads(pickle.dumps(rows))), list(rows))

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
        path = self.folder / "a.warc"
        path.write_bytes(pages(2500))
        for options in ({}, {"fast": True}):
            rows = scutch.read(path, spill=self.folder, memory=4 << 20, **options)
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
        rows = scutch.read(path, spill=self.folder, memory=4 << 20)
        reading = iter(rows)
        self.assertEqual(next(reading)["title"], "Story 0")
        self.assertGreater(threads(), 1)
        reading.close()
        del reading
        gc.collect()
        self.assertEqual(os.listdir(self.folder), ["a.warc"])
        self.assertIsNone(rows.counts, "they are those of all rows")

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


def threads():
    """Number of threads of this process, also of those that Python does not know."""
    return len(os.listdir("/proc/self/task"))


if __name__ == "__main__":
    unittest.main()
