"""TEI and records of corpora for a repository, with and without a description of the corpus.

python3 bench/deposit.py SCUTCH SAMPLES PORTALS RULES SCHEMAS OUT

PORTALS has a folder of archives per portal, RULES a portal file for each (`NAME.toml`). SCHEMAS has `tei_all.rng`, `mets.xsd`,
`datacite/metadata.xsd` and `oai_dc.xsd`, which are the standards' own and not in this repository. Each input is made into a corpus
without a description and with one. Every TEI file must be valid by tei_all and by our schema. With the description every maker, funder,
licence and identifier must stand in the header where docs/src/formats.md says, and the page's address, time, record and digest in
`sourceDesc`, the same as in the row. The records must be valid by their schemas, and the RO-Crate by its validator where
`rocrate-validator` is installed; its cache must hold the contexts of RO-Crate 1.2 and of workflow runs (`rocrate-validator cache warm`),
as no check runs without. Needs lxml and zstandard. Ends with 1 if anything differs.
"""

import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import zstandard
from lxml import etree

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
BLOCK = """
[corpus]
title = "A corpus & its description"
date = "2026-11-27"
edition = "2"
identifier = "10.1234/corpus"
languages = ["hu"]
makers = [
  { name = "Gull, Anna", orcid = "0000-0002-1825-0097" },
  { name = "Tern, Bo", role = "editor" },
  { name = "Harbour Lab", role = "collector" },
]
institution = { name = "Harbour University" }
funders = [{ name = "Sea Fund", award = "X-1" }]
availability = { licence = "CC BY-NC 4.0", licence_url = "https://creativecommons.org/licenses/by-nc/4.0/", statement = "For research." }
"""
HEADER = {
    "//t:titleStmt/t:respStmt/t:persName[@ref='https://orcid.org/0000-0002-1825-0097']/t:surname": ["Gull"],
    "//t:titleStmt/t:respStmt[t:resp='editing']/t:persName/t:surname": ["Tern"],
    "//t:titleStmt/t:respStmt/t:orgName": ["Harbour Lab"],
    "//t:titleStmt/t:funder": ["Sea Fund, award X-1"],
    "//t:editionStmt/t:edition/@n": ["2"],
    "//t:publicationStmt/t:publisher": ["Harbour University"],
    "//t:publicationStmt/t:idno[@type='DOI']": ["10.1234/corpus"],
    "//t:publicationStmt/t:availability/t:licence/@target": ["https://creativecommons.org/licenses/by-nc/4.0/"],
    "//t:publicationStmt/t:availability/@status": ["restricted"],
}
RECORDS = {"mets.xml": "mets.xsd", "datacite.xml": "datacite/metadata.xsd", "dublin-core.xml": "oai_dc.xsd"}
# The validator's Process Run Crate inherits from RO-Crate 1.1; ours is of 1.2, which is judged on its own.
PROFILES = [["-p", "ro-crate-1.2"], ["-nh", "-p", "process-run-crate"]]


def values(tree, path):
    return [found if isinstance(found, str) else "".join(found.itertext()) for found in tree.xpath(path, namespaces=TEI)]


def rows(folder):
    for part in sorted((folder / "docs").glob("*.jsonl.zst")):
        lines = zstandard.ZstdDecompressor().stream_reader(part.open("rb"))
        yield from map(json.loads, io.TextIOWrapper(lines, encoding="utf-8"))


def source_faults(tree, row):
    """What of the source of the page does not stand in `sourceDesc`."""
    bibls = "//t:sourceDesc//t:bibl"
    wanted = {
        f"{bibls}/t:ref": row["url"],
        f"{bibls}/t:ref/@target": quote(row["url"], safe="-._~:/?@!$&'()*+,;=%#[]"),
        f"{bibls}/t:date[@type='captured']": row["timestamp"][:19] + "Z",
        f"{bibls}/t:idno[@type='warc-record']": row["warc_record_id"],
        f"{bibls}/t:idno[@type='payload']": row["payload_digest"],
    }
    if row["licence"] and row["licence"].startswith("http"):
        wanted[f"{bibls}/t:availability/t:licence/@target"] = row["licence"]
    return [f"{row['id']}: no {value} at {path}" for path, value in wanted.items() if value not in values(tree, path)]


def tei_faults(folder, schemas, described):
    known = {row["id"]: row for row in rows(folder)}
    for path in sorted((folder / "tei").glob("*/*.xml")):
        tree = etree.parse(path)
        for name, schema in schemas.items():
            if not schema.validate(tree):
                yield f"{path.name}: not valid by {name}: {schema.error_log.last_error}"
        row = known.pop(path.stem)
        yield from source_faults(tree, row)
        for where, expected in HEADER.items() if described else ():
            if values(tree, where) != expected:
                yield f"{path.name}: {where} is {values(tree, where)}, not {expected}"
    yield from (f"{id}: no TEI file" for id in known)


def record_faults(folder, schemas):
    for name, schema in RECORDS.items():
        xsd = etree.XMLSchema(etree.parse(schemas / schema))
        if not xsd.validate(etree.parse(folder / "metadata" / name)):
            yield f"{name}: {xsd.error_log.last_error}"
    validator = shutil.which("rocrate-validator")
    for profile in PROFILES if validator else ():
        command = [validator, "--no-interactive", "validate", "-l", "REQUIRED", "--offline", *profile, folder]
        done = subprocess.run(command, capture_output=True, text=True)
        told = done.stdout + done.stderr
        # Without its contexts in the cache the validator makes no check, and calls the crate valid.
        if done.returncode or "HTTP cache" in told:
            yield f"RO-Crate {profile}: {told.strip()[-600:]}"


def main(scutch, samples, portals, rules, schemas, out):
    relaxng = {
        "tei_all": etree.RelaxNG(etree.parse(schemas / "tei_all.rng")),
        "tei-scutch": etree.RelaxNG(etree.parse(Path(__file__).parent.parent / "crates/corpus/schema/tei-scutch.rng")),
    }
    out.mkdir(parents=True, exist_ok=True)
    block = out / "corpus.toml"
    block.write_text(BLOCK, encoding="utf-8")
    inputs = {"samples": (samples, [])}
    for folder in sorted(path for path in portals.iterdir() if path.is_dir()):
        inputs[folder.name] = (folder, ["--portal", rules / f"{folder.name}.toml"])
    print("| input | TEI files | of them valid, with and without a description | records | faults |\n|---|---:|---:|---:|---:|")
    total = 0
    for name, (source, options) in inputs.items():
        faults, files = [], 0
        judged = len(RECORDS) + bool(shutil.which("rocrate-validator"))
        for described in (False, True):
            made = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=out)) / "corpus"
            command = [scutch, "corpus", source, "-o", made, "--format", "jsonl,tei", "-q", *options]
            subprocess.run(command + (["--corpus-metadata", block] if described else []), check=True)
            files += len(list((made / "tei").glob("*/*.xml")))
            faults += tei_faults(made, relaxng, described)
            faults += record_faults(made, schemas) if described else []
        invalid = len({fault.split(":")[0] for fault in faults if "not valid by" in fault})
        print(f"| {name} | {files} | {files - invalid} | {judged} | {len(faults)} |", flush=True)
        for fault in faults[:5]:
            print("   ", fault, file=sys.stderr)
        total += len(faults)
    return total != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(Path, sys.argv[2:7])))
