"""The peer of `scutch url check`: courlan's check_url on every line."""
import sys

from courlan import check_url

with open(sys.argv[1]) as lines:
    for line in lines:
        found = check_url(line.rstrip("\n"))
        if found:
            print(found[0])
