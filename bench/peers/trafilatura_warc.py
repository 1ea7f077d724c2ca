"""The peer of `scutch corpus`: warcio reads, trafilatura extracts text and metadata, JSON lines out.

Scope as scutch's default: responses with status 200 and an HTML media type. To standard error it tells, in one row, how
many pages these were, their megabytes, and the seconds of CPU within trafilatura.
"""
import json
import sys
import time

from trafilatura import bare_extraction
from warcio.archiveiterator import ArchiveIterator

from archives import archives

HTML = ("text/html", "application/xhtml+xml")


def pages(path):
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type != "response" or not record.http_headers:
                continue
            mime = (record.http_headers.get_header("Content-Type") or "").split(";")[0].strip().lower()
            if record.http_headers.get_statuscode() == "200" and mime in HTML:
                yield record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read()


def main():
    count, size, seconds = 0, 0, 0.0
    for path in archives(sys.argv[1:]):
        for url, body in pages(path):
            start = time.process_time()
            document = bare_extraction(body, url=url, with_metadata=True)
            seconds += time.process_time() - start
            count, size = count + 1, size + len(body)
            fields = document.as_dict() if document else {}
            row = {name: fields.get(name) for name in ("text", "title", "author", "date", "language")}
            print(json.dumps({"url": url, **row}, ensure_ascii=False))
    print(f"{count}\t{size / 1e6:.1f}\t{seconds:.3f}", file=sys.stderr)


if __name__ == "__main__":
    main()
