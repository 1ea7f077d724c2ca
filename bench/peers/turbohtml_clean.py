"""The peer of `scutch url clean`: turbohtml's clean_url on every line."""
import sys

from turbohtml.url import clean_url

with open(sys.argv[1]) as lines:
    for line in lines:
        try:
            print(clean_url(line.rstrip("\n")))
        except ValueError:
            pass
