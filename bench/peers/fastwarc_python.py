"""FastWARC for Python: iterates over the records and parses HTTP headers, or verifies digests."""
import sys

from fastwarc.warc import ArchiveIterator


def main():
    path, job = sys.argv[1:]
    records = good = 0
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, parse_http=job == "http"):
            records += 1
            if job == "digest":
                good += record.verify_block_digest()
            elif record.http_headers:
                good += record.http_headers.status_code
    print(records, "records,", good)


if __name__ == "__main__":
    main()
