#!/usr/bin/env python3
"""Writes a WARC of real pages for the archive benchmarks.

    python3 bench/make_archive.py OUT.warc.gz --pages FOLDER [--megabytes 200]

Takes the HTML files of FOLDER in order of their paths, each as a response record of its own gzip
member under a fresh URL, and starts over until OUT has the size asked for, in 10^6 bytes
compressed. The same files give the same archive.
"""
import argparse
import base64
import gzip
import hashlib
import pathlib
import uuid

DATE = "2026-01-31T12:00:00Z"


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record(number, body):
    http = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: bench\r\n"
            b"Date: Sat, 31 Jan 2026 12:00:00 GMT\r\nContent-Length: %d\r\n\r\n" % len(body))
    block = http + body
    header = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:{uuid.UUID(int=number)}>\r\n"
        f"WARC-Date: {DATE}\r\nWARC-Target-URI: http://host{number % 997}.example/page/{number}\r\n"
        f"WARC-Block-Digest: {sha1(block)}\r\nWARC-Payload-Digest: {sha1(body)}\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(header.encode() + block + b"\r\n\r\n", 6, mtime=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path, required=True)
    parser.add_argument("--megabytes", type=int, default=200)
    args = parser.parse_args()
    pages = sorted(path for path in args.pages.rglob("*.html") if path.is_file())
    number = 0
    with open(args.out, "wb") as out:
        while out.tell() < args.megabytes * 1_000_000:
            out.write(record(number, pages[number % len(pages)].read_bytes()))
            number += 1
    print(number, "records")


if __name__ == "__main__":
    main()
