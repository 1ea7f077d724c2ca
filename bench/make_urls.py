#!/usr/bin/env python3
"""Writes a million lines of URLs for the URL benchmarks: real ones and mutations of them.

    python3 bench/make_urls.py OUT.txt --urls URLS.txt.xz [--lines 1000000] [--seed 4]

Takes the lines of URLS in order; when they are used up, it goes on with one to three mutations of a
line drawn by seed. The same file and seed give the same lines.
"""
import argparse
import lzma
import pathlib
import random
import re

TRACKERS = ["utm_source=feed", "utm_medium=social&utm_campaign=x", "fbclid=IwAR0x", "gclid=Cj0KCQ", "ref=home",
            "PHPSESSID=0123456789abcdef0123456789abcdef", "sid=abcdef0123456789", "mc_cid=7", "source=rss"]
FILES = ["page/3/", "feed", "feed/", "index.html", "report.pdf", "photo.JPG", "clip.mp4", "a.tar.gz", "comments/feed/"]
PARAMETERS = ["id=17", "page=2", "q=caf%C3%A9", "q=%e4%f6", "a=&b", "lang=de", "tag=a+b", "x=1;y=2", "v", "=", "p=12"]
LANGUAGES = ["de", "en", "fr", "pt-br", "zh-Hant", "id", "en_US", "us"]
FRAGMENTS = ["top", "", "section-2", "!/route?a=b", "xfbml=1&v=2"]
DIRT = [" {}", "{} ", "<{}>", "\"{}\"", "{}\t", "{}\r", "{}&quot;", "({})", "{},", "<![CDATA[{}]]>", "{}\x0b", "\ufeff{}"]
WRAPPERS = ["http://web.archive.org/web/20120101000000/{}", "https://web.archive.org/web/2015*/{}",
            "http://arquivo.pt/wayback/19961013145650id_/{}", "https://archive.ph/20200101000000/{}",
            "https://www.google.com/url?q={}&sa=U", "http://out.example.org/?u={}", "http://a.example.org/thumb/{}",
            "https://translate.google.com/translate?u={}"]


def split(url):
    """Scheme with its slashes, host with port, the rest."""
    found = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*:/+)?([^/?#]*)(.*)", url, re.S)
    return found[1] or "", found[2], found[3]


def insert_parameter(url, pair):
    front, mark, fragment = url.partition("#")
    return front + ("&" if "?" in front else "?") + pair + mark + fragment


def insert_path(url, segment, draw):
    scheme, host, rest = split(url)
    path, *behind = re.split(r"(?=[?#])", rest, maxsplit=1)
    places = [m.start() for m in re.finditer("/", path)] or [0]
    at = draw.choice(places)
    return scheme + host + path[:at] + "/" + segment + path[at:] + "".join(behind)


def host_case(url, draw):
    scheme, host, rest = split(url)
    return scheme.upper() + host.title() + rest if draw.random() < 0.5 else scheme + host.upper() + rest


def port(url, draw):
    scheme, host, rest = split(url)
    return scheme + host + draw.choice([":80", ":443", ":8080", ":", ":0080", "."]) + rest


def other_scheme(url, draw):
    _, host, rest = split(url)
    return draw.choice(["http://", "https://", "//", "HTTP://", "ftp://", "http:/", "http:///", ""]) + host + rest


def user(url, draw):
    scheme, host, rest = split(url)
    return scheme + draw.choice(["user@", "User:Pa@", "@"]) + host + rest


def escapes(url, draw):
    scheme, host, rest = split(url)
    letters = [i for i, c in enumerate(rest) if c.isascii() and c.isalnum()]
    if not letters:
        return url
    at = draw.choice(letters)
    code = draw.choice(["%{:02x}", "%{:02X}", "%25{:02x}"]).format(ord(rest[at]))
    return scheme + host + rest[:at] + code + rest[at + 1:]


MUTATIONS = [
    lambda url, draw: insert_parameter(url, draw.choice(TRACKERS)),
    lambda url, draw: insert_parameter(url, draw.choice(PARAMETERS)),
    lambda url, draw: insert_path(url, str(draw.randrange(10 ** draw.randrange(1, 8))), draw),
    lambda url, draw: insert_path(url, draw.choice(LANGUAGES), draw),
    lambda url, draw: insert_path(url, draw.choice(["..", ".", "", "%2e", "%2E%2e", "a/../b", ";jsessionid=0123456789ABCDEF01"]), draw),
    lambda url, draw: url.rstrip("/") + "/" + draw.choice(FILES),
    lambda url, draw: url + "#" + draw.choice(FRAGMENTS),
    lambda url, draw: url[:-1] if url.endswith("/") else url + "/",
    lambda url, draw: url.replace("&", "&amp;") if "&" in url else insert_parameter(url, "a=1&amp;b=2"),
    lambda url, draw: draw.choice(WRAPPERS).format(url),
    lambda url, draw: draw.choice(DIRT).format(url),
    host_case, port, other_scheme, user, escapes,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--urls", type=pathlib.Path, required=True)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=4)
    args = parser.parse_args()
    with lzma.open(args.urls, "rt", encoding="utf-8", newline="\n") as file:
        urls = file.read().split("\n")
    urls = [url for url in urls if url][:args.lines]
    draw = random.Random(args.seed)
    with open(args.out, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(url + "\n" for url in urls)
        for _ in range(args.lines - len(urls)):
            url = draw.choice(urls)
            for _ in range(draw.choice([1, 1, 2, 3])):
                url = draw.choice(MUTATIONS)(url, draw)
            out.write(url + "\n")


if __name__ == "__main__":
    main()
