"""Documents of `scutch corpus` on crawls of whole sites against the articles that the sites have.

    python3 bench/portal_sites.py SCUTCH SITES... [--data ../shared/data/portal/sites]

A site is a folder with `site.tar.zst` (its files) and `articles.tsv` (a line per article: its identity, then every path
that holds it). The files are served on loopback without the addresses of the original host, crawled with the preset
that is named behind the site (`partitopirata:wordpress`) or a portal file of this program (`adellanews:home-pages`), and
made into a corpus with default settings. Prints a line per site: articles, documents, documents that are no article, articles
without and with several documents, and what `--everything` makes.
"""

import argparse
import collections
import glob
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

# Portal files for sites that no preset is for, by the name that is used in place of one.
FILES = {
    "home-pages": "[links]\nlink = 'article a'\n[archive.home]\nurl = '/page/{page}/'\npage = { first = 1, start = '/' }\n"
}

OWN = re.compile(rb"https?:(\\?/){2}(www\.)?partito-pirata\.it(:80)?")


def served(folder):
    """A server of the files in a folder, as a web server gives them."""

    class Files(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def __init__(self, *args):
            super().__init__(*args, directory=folder)

        def log_message(self, *_):
            pass

        def do_GET(self):
            path = self.translate_path(self.path)
            if os.path.isdir(path):
                if not urllib.parse.urlsplit(self.path).path.endswith("/"):
                    self.send_response(301)
                    self.send_header("Location", urllib.parse.urlsplit(self.path).path + "/")
                    self.send_header("Content-Length", "0")
                    return self.end_headers()
                path = os.path.join(path, "index.html")
            try:
                with open(path, "rb") as file:
                    status, body = 200, file.read()
            except OSError:
                status, body = 404, b"<p>Not found."
            kind = self.guess_type(path) if status == 200 else "text/html"
            if kind.startswith("text/") or kind.endswith("xml"):
                body = OWN.sub(b"", body)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"


def truth(path):
    """Identity of the article by path."""
    articles = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            identity, *paths = line.rstrip("\n").split("\t")
            articles.update((urllib.parse.unquote(path), identity) for path in paths)
    return articles


def run(*args, codes=(0,)):
    done = subprocess.run(args, capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(args)}: {done.returncode}\n{done.stderr}")
    return done


def rows(folder):
    """Addresses of the rows of a corpus."""
    for part in sorted(glob.glob(f"{folder}/docs/*.jsonl.zst")):
        text = subprocess.run(["zstd", "-dcq", part], capture_output=True, check=True).stdout
        for line in text.splitlines():
            yield json.loads(line)["url"]


def compared(site, urls):
    """Documents that are no article, and the number of documents of each article."""
    count, strange = collections.Counter(), []
    for url in urls:
        parts = urllib.parse.urlsplit(url)
        target = urllib.parse.unquote(parts.path + (f"?{parts.query}" if parts.query else ""))
        spelled = [target, target.removesuffix("index.html"), target + "index.html"]
        identity = next((site[path] for path in spelled if path in site), None)
        if identity is None:
            strange.append(url)
        else:
            count[identity] += 1
    return strange, count


def measure(scutch, data, name, how, more_args, verbose):
    with tempfile.TemporaryDirectory() as folder:
        run("tar", "--zstd", "-xf", f"{data}/{name}/site.tar.zst", "-C", folder)
        inner = os.listdir(folder)
        root = f"{folder}/{inner[0]}" if len(inner) == 1 else folder
        server, url = served(root)
        crawl = f"{folder}.crawl"
        start = ["--preset", how, f"{url}/"]
        if how in FILES:
            start = [f"{folder}.toml"]
            with open(start[0], "w", encoding="utf-8") as file:
                file.write(f"url = '{url}/'\n{FILES[how]}")
        polite = ["--delay", "0", "--allow-private", "127.0.0.1", "-q"]
        run(scutch, "portal", "crawl", *start, "-o", crawl, *polite)
        server.shutdown()
    articles = truth(f"{data}/{name}/articles.tsv")
    with open(f"{crawl}/articles.jsonl", encoding="utf-8") as lines:
        crawled = sum(1 for _ in lines)
    found = {}
    for label, more in [("articles", []), ("everything", ["--everything"])]:
        out = f"{crawl}.{label}"
        archive = f"{crawl}/pages.warc.gz"
        run(scutch, "corpus", archive, "-o", out, "--format", "jsonl", "-q", *more, *more_args)
        found[label] = compared(articles, rows(out))
        with open(f"{out}/run.json", encoding="utf-8") as manifest:
            counts = json.load(manifest)["counts"]
        print(f"# {name} {label}: {counts['out_of_scope']} {counts['quarantined']}", file=sys.stderr)
    strange, count = found["articles"]
    wanted = set(articles.values())
    missing = sorted(wanted - set(count))
    twice = sorted(identity for identity, n in count.items() if n > 1)
    if verbose:
        print("# strange", *strange[:20], "# missing", *missing[:20], "# twice", *twice[:20], sep="\n", file=sys.stderr)
    everything = sum(found["everything"][1].values()) + len(found["everything"][0])
    documents = sum(count.values()) + len(strange)
    row = [name, how, len(wanted), crawled, documents, len(strange), len(missing), len(twice), everything]
    print(*row, sep="\t", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scutch")
    parser.add_argument("sites", nargs="+", metavar="SITE:PRESET")
    parser.add_argument("--data", default="../shared/data/portal/sites")
    parser.add_argument("--corpus", default="", metavar="OPTIONS", help="further options of scutch corpus")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    head = "site preset articles crawled documents no-article missing twice everything"
    print(*head.split(), sep="\t")
    for site in args.sites:
        name, how = site.split(":", 1)
        measure(args.scutch, args.data, name, how, args.corpus.split(), args.verbose)


if __name__ == "__main__":
    main()
