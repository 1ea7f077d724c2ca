"""Inputs in a local S3: rows equal to those of the files.

Needs moto and boto3. Without them all tests are skipped, and say so.
"""

import gzip
import json
import logging
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import scutch

try:
    import boto3
    from moto.server import ThreadedMotoServer

    MISSING = None
except ImportError as error:
    MISSING = error.name

SAMPLES = Path(__file__).resolve().parents[4] / "samples"
#: The program of the wheel, or the one that is tested in its place.
PROGRAM = os.environ.get("SCUTCH_TEST_PROGRAM") or str(Path(sys.executable).with_name("scutch"))
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}


def setUpModule():
    if MISSING:
        print(f"\nSKIPPED: tests of inputs in S3 need {MISSING}", file=sys.stderr)
        raise unittest.SkipTest(f"a local S3 needs {MISSING}")


def ran(arguments, **variables):
    """What the program said: its exit code, standard output and standard error."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    ended = subprocess.run([PROGRAM, *map(str, arguments)], env={**kept, **variables}, capture_output=True)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


class LocalS3(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        cls.server = ThreadedMotoServer(port=0, verbose=False)
        cls.server.start()
        cls.addClassCleanup(cls.server.stop)
        host, port = cls.server.get_host_and_port()
        cls.env = {**KEYS, "AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ALLOW_HTTP": "true"}
        client = boto3.client(
            "s3",
            endpoint_url=cls.env["AWS_ENDPOINT_URL"],
            aws_access_key_id="test",
            aws_secret_access_key="test",
            region_name="us-east-1",
        )
        client.create_bucket(Bucket="crawls")
        cls.names = ["abendblatt.warc.gz", "plain.warc", "whole.warc.gz"]
        for name in cls.names:
            client.put_object(Bucket="crawls", Key=f"a/{name}", Body=(SAMPLES / name).read_bytes())
        page = {"url": "http://a.example/", "html": "<p>The tide came in at seven, and the boats with it.</p>"}
        table = gzip.compress(json.dumps(page).encode())
        client.put_object(Bucket="crawls", Key="a/pages.jsonl.gz", Body=table)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def rows(self, *arguments):
        code, rows, said = ran(["corpus", *arguments, "-o", "-", "--format", "jsonl", "-q"], **self.env)
        self.assertEqual(code, 0, said)
        return rows

    def test_rows_of_objects_are_those_of_files(self):
        local = self.rows(*(SAMPLES / name for name in self.names))
        self.assertGreater(local.count("\n"), 5)
        self.assertEqual(self.rows(*(f"s3://crawls/a/{name}" for name in self.names)), local)

    def test_a_table_of_pages_is_read(self):
        self.assertIn("The tide came in", self.rows("s3://crawls/a/pages.jsonl.gz"))

    def test_an_index_leads_into_a_bucket(self):
        index = self.folder / "index.cdxj"
        code, _, said = ran(["archive", "index", SAMPLES / "abendblatt.warc.gz", "-o", index])
        self.assertEqual(code, 0, said)
        local = self.rows(SAMPLES / "abendblatt.warc.gz", "--cdx", index)
        self.assertGreater(local.count("\n"), 3)
        self.assertEqual(self.rows("s3://crawls/a/", "--cdx", index), local)

    def test_other_verbs_read_objects(self):
        name = "abendblatt.warc.gz"
        for verb in (["archive", "ls"], ["archive", "stats"], ["offtopic"]):
            code, local, said = ran([*verb, SAMPLES / name])
            self.assertEqual(code, 0, said)
            code, remote, said = ran([*verb, f"s3://crawls/a/{name}"], **self.env)
            self.assertEqual((code, remote), (0, local), said)
        template = self.folder / "template"
        code, _, said = ran(["template", f"s3://crawls/a/{name}", "-o", template, "-q"], **self.env)
        self.assertEqual(code, 0, said)

    def test_python_reads_objects(self):
        name = "plain.warc"
        os.environ.update(self.env)
        try:
            remote = [record.rec_type for record in scutch.archive.records(f"s3://crawls/a/{name}")]
        finally:
            for variable in self.env:
                del os.environ[variable]
        local = [record.rec_type for record in scutch.archive.records(SAMPLES / name)]
        self.assertEqual(remote, local)

    def test_what_cannot_be_read_is_said(self):
        plain = {**self.env, "AWS_ALLOW_HTTP": "false"}
        for address, variables, expected in [
            ("s3://crawls/a/none.warc.gz", self.env, "nothing is there (404)"),
            ("s3://other/a.warc.gz", self.env, "nothing is there (404)"),
            ("s3://crawls/a/plain.warc", plain, "AWS_ALLOW_HTTP=true allows that"),
        ]:
            code, _, said = ran(["corpus", address, "-o", self.folder / "none"], **variables)
            self.assertEqual(code, 1, said)
            self.assertIn(f"{address}: cannot be read", said)
            self.assertIn(expected, said)


if __name__ == "__main__":
    unittest.main()
