#!/usr/bin/env python3
"""Portal folders for `scutch portal test` from the cases of wac_gold and the portal files of crates/portal/tests.

portal_folders.py WAC_GOLD PORTAL_FILES OUT

OUT gets a folder per portal: portal.toml, expect.jsonl and pages/*.warc.gz, the latter linked to. The archived pages are
other people's: OUT lies outside of the repository.
"""
import json
import os
import shutil
import sys

KINDS = {
    "extract_next_page_url_": "next",
    "extract_article_urls_from_page_": "links",
    "next_page_of_article_": "article-next",
}


def main():
    gold, files, out = sys.argv[1:]
    cases = 0
    with open(os.path.join(gold, "cases.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            if case["kind"] == "plus":  # titles and dates beside the addresses
                continue
            prefix = next(prefix for prefix in KINDS if case["fn"].startswith(prefix))
            portal = case["fn"][len(prefix):]
            folder = os.path.join(out, portal)
            pages = os.path.join(folder, "pages")
            if not os.path.exists(pages):
                os.makedirs(pages)
                shutil.copy(os.path.join(files, portal + ".toml"), os.path.join(folder, "portal.toml"))
            archive = os.path.join(pages, case["warc"])
            if not os.path.exists(archive):
                os.symlink(os.path.abspath(os.path.join(gold, "warc", case["warc"])), archive)
            expected = case["expected"] or []
            expected = [expected] if isinstance(expected, str) else expected
            with open(os.path.join(folder, "expect.jsonl"), "a", encoding="utf-8") as expect:
                row = {"kind": KINDS[prefix], "url": case["url"], "expected": expected}
                expect.write(json.dumps(row, ensure_ascii=False) + "\n")
            cases += 1
    print(f"{cases} cases in {len(os.listdir(out))} folders")


if __name__ == "__main__":
    main()
