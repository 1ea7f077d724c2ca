#!/usr/bin/env python3
"""Makes a list of a million URLs from a list of real ones: every URL, and seeded mutations of them.

    python3 bench/make_urls.py REAL.txt[.xz] OUT.txt [--lines N] [--seed S]

The mutations are those that lists of URLs have: trackers, page numbers, feeds and files, case, ports,
fragments, dots and slashes, wrappers, escaped ampersands, language prefixes, dirt, schemes.
"""
import argparse
import lzma
import random
from urllib.parse import quote


def front(url):
    """Scheme with host, and the rest."""
    place = url.find("/", url.find("://") + 3)
    return (url, "/") if place < 0 else (url[:place], url[place:])


def joined(url, parameter):
    return url + ("&" if "?" in url else "?") + parameter


MUTATIONS = [
    lambda u, r: joined(u, r.choice(["utm_source=x", "gclid=Cj0", "fbclid=Iw", "ref=rss", "s_kwcid=1"])),
    lambda u, r: joined(u, f"page={r.randrange(99)}"),
    lambda u, r: joined(u, "PHPSESSID=" + "".join(r.choices("0123456789abcdef", k=32))),
    lambda u, r: u.rstrip("/") + r.choice(["/feed", "/page/2/", "/tag/x", "/a.pdf", "/b.JPG", "/index.html"]),
    lambda u, r: u.upper() if r.randrange(3) == 0 else front(u)[0].upper() + front(u)[1],
    lambda u, r: front(u)[0] + r.choice([":80", ":443", ":8080", ":"]) + front(u)[1],
    lambda u, r: u + r.choice(["#top", "#", "#!/a/b", "#:~:text=x"]),
    lambda u, r: front(u)[0] + r.choice(["/./", "/a/../", "//", "/%7Ea/", "/%2e/"]) + front(u)[1][1:],
    lambda u, r: "http://web.archive.org/web/20120101000000/" + u,
    lambda u, r: "https://proxy.example/?url=" + quote(u, safe=""),
    lambda u, r: u.replace("&", "&amp;") if "&" in u else joined(u, "a=1&amp;b=2"),
    lambda u, r: front(u)[0] + "/" + r.choice(["de", "en", "fr", "pt-br", "zh"]) + front(u)[1],
    lambda u, r: r.choice([" ", '"', "<", "<![CDATA["]) + u + r.choice([" ", '"', ">", "]]>"]),
    lambda u, r: ("http" + u[5:]) if u.startswith("https") else ("https" + u[4:]),
    lambda u, r: u.replace("://", "://www.", 1),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("real")
    parser.add_argument("out")
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    opened = lzma.open(args.real, "rt") if args.real.endswith(".xz") else open(args.real)
    with opened as file:
        real = [line.rstrip("\n") for line in file]
    choice = random.Random(args.seed)
    with open(args.out, "w") as out:
        for number in range(args.lines):
            url = real[number % len(real)]
            # All once as they are; after that changed once or twice.
            for _ in range(0 if number < len(real) else choice.choice([1, 1, 2])):
                url = choice.choice(MUTATIONS)(url, choice)
            print(url, file=out)


if __name__ == "__main__":
    main()
