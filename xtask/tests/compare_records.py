"""Compares samples/records.jsonl with what warcio reads: compare_records.py SAMPLES

warcio refuses a gzip member with several records in it and stops at a damaged one. The first kind
is inflated before it is handed over; of the second, the records before the damage are compared,
and each later member by itself.
"""

import gzip
import io
import itertools
import json
import sys
import zlib
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator


def compare(name, data, records, place):
    """Reads data to its end and compares every record with its line."""
    iterator = ArchiveIterator(io.BytesIO(data))
    for listed, record in itertools.zip_longest(records, iterator):
        assert listed and record, f"{name}: {listed} against {record and record.rec_headers}"
        found = record.rec_headers
        assert found.get_header("WARC-Record-ID") == f"<{listed['record_id']}>", listed
        assert found.get_header("WARC-Date") == listed["date"], listed
        assert found.get_header("WARC-Target-URI") == listed["url"], listed
        assert record.rec_type == listed["type"], listed
        record.raw_stream.read()
        assert iterator.get_record_offset() == listed[place], listed


def inflates(member):
    """Whether a gzip member is whole."""
    stream = zlib.decompressobj(wbits=31)
    try:
        stream.decompress(member)
    except zlib.error:
        return False
    return stream.eof and not stream.unused_data


def main(samples):
    lines = (samples / "records.jsonl").read_text(encoding="utf-8").splitlines()
    listed = [json.loads(line) for line in lines]
    for name, group in itertools.groupby(listed, key=lambda line: line["file"]):
        records = list(group)
        data = (samples / name).read_bytes()
        end = records[-1]["offset"] + records[-1]["length"]
        assert end == len(data), f"{name}: records end at {end}, the file at {len(data)}"
        if any(line["inner_offset"] for line in records):
            compare(name, gzip.decompress(data), records, "inner_offset")
        elif any(line["damaged"] for line in records):
            for line in records:
                member = data[line["offset"] : line["offset"] + line["length"]]
                assert inflates(member) != line["damaged"], line
                if not line["damaged"]:
                    compare(name, member, [line], "inner_offset")
        else:
            compare(name, data, records, "offset")
        print(f"{name}: {len(records)} records")


main(Path(sys.argv[1]))
