"""Pages with a declared language, as pieces for `scutch-train language measure`.

    language.py PAGES | cargo run --release -p scutch-train -- language measure -

PAGES has folders SET with gold.jsonl (`html_file`, `text`) and the pages. Only what a person took for the text of a page
is measured, its first 1,000 characters; the language is that of `html@lang`, which is wrong for some of them.
"""

import json
import re
import sys
from pathlib import Path

FEWEST = 200


def main():
    for gold in sorted(Path(sys.argv[1]).glob("*/gold.jsonl")):
        for line in gold.open():
            row = json.loads(line)
            text = row.get("text") or ""
            page = gold.parent / row.get("html_file", "-")
            if len(text) < FEWEST or not page.exists():
                continue
            head = page.read_bytes()[:20000].decode("latin1")
            declared = re.search(r"<html[^>]*?\slang\s*=\s*[\"']?([A-Za-z]{2,3})\b", head, re.I)
            if declared:
                piece = {"lang": declared[1].lower(), "len": 1000, "source": gold.parent.name, "text": text[:1000]}
                print(json.dumps(piece, ensure_ascii=False))


if __name__ == "__main__":
    main()
