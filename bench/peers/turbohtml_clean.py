"""Cleans the URLs of a file, one per line, with turbohtml; what comes of them to standard output."""
import sys

from turbohtml.extract import clean_url

for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            result = clean_url(line.rstrip("\n"))
            if result is not None:
                sys.stdout.write(result + "\n")
