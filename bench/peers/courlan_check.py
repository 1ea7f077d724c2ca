"""Checks the URLs of a file, one per line, with all filters of courlan; kept ones to standard output."""
import sys

from courlan import check_url

for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            result = check_url(line.rstrip("\n"), strict=True, language="de")
            if result is not None:
                sys.stdout.write(result[0] + "\n")
