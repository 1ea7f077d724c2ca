#!/usr/bin/env python3
"""CPU time of whole crawls of one site on loopback: scutch, WebArticleCurator and Scrapy.

portal_speed.py SCUTCH SITE [--rounds N]

SITE is the document root of a blog with home pages /page/2/, /page/3/ ... whose articles are linked in <article> (the
site adellanews of the shared data is one). Needs the packages webarticlecurator and scrapy in the environment this runs
in. Each crawler goes along the home pages and fetches every article once, without delay, and all must end with the same
number of articles. scutch and WebArticleCurator write WARC; Scrapy has no writer of its own and writes nothing, in its
favour. The server is a process of its own and not counted; processes of a crawler are, start and end included.
"""
import argparse
import functools
import http.server
import json
import multiprocessing
import os
import resource
import socketserver
import statistics
import subprocess
import sys
import tempfile
import time

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers/portal")


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # head and body in one packet

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def serve(root, pipe):
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=root))
    pipe.send(server.server_address[1])
    server.serve_forever()


def scutch(program, url, folder):
    portal = os.path.join(folder, "portal.toml")
    with open(portal, "w", encoding="utf-8") as file:
        file.write(f"url = '{url}'\n[links]\nlink = 'article a'\n[archive.home]\nurl = '/page/{{page}}/'\n"
                   "page = { first = 1, start = '/' }\n")
    out = os.path.join(folder, "out")
    subprocess.run([program, "-q", "portal", "crawl", portal, "-o", out, "--delay", "0", "--allow-private",
                    "127.0.0.1"], check=True)
    with open(os.path.join(out, "articles.jsonl"), encoding="utf-8") as lines:
        return sum(1 for _ in lines)


def curator(_, url, folder):
    with open(os.path.join(PEERS, "curator_functions.py"), encoding="utf-8") as source:
        text = source.read()
    with open(os.path.join(folder, "functions.py"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(folder, "site.yaml"), "w", encoding="utf-8") as file:
        file.write(f"site_name: bench\ncolumns:\n  all:\n    archive_url_format: '{url}'\n"
                   "portal_specific_exctractor_functions_file: functions.py\nextract_next_page_url_fun: next_page\n"
                   "extract_article_urls_from_page_fun: articles\nnext_url_by_pagenum: false\n"
                   "infinite_scrolling: false\narchive_page_urls_by_date: false\ngo_reverse_in_archive: false\n"
                   "verify_request: false\nignore_archive_cache: false\ncorpus_converter_file: none.py\n"
                   "corpus_converter: dummy-converter\n")
    with open(os.path.join(folder, "crawl.yaml"), "w", encoding="utf-8") as file:
        file.write("schema: site.yaml\noutput_corpus: corpus.txt\nlog_file_articles: articles.log\n"
                   "log_file_archive: archive.log\nnew_problematic_urls: bad.txt\nnew_good_urls: good.txt\n"
                   "new_problematic_archive_urls: badarch.txt\nnew_good_archive_urls: goodarch.txt\n")
    subprocess.run([sys.executable, "-m", "webarticlecurator", "crawl", "crawl.yaml", "--archive-warc",
                    "archive.warc.gz", "--articles-warc", "articles.warc.gz", "--max-no-of-calls-in-period", "100000",
                    "--limit-period", "1"], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env={**os.environ, "PORTAL_SPEED_SITE": url})
    with open(os.path.join(folder, "good.txt"), encoding="utf-8") as lines:
        return len(set(lines))


def scrapy(_, url, folder):
    out = os.path.join(folder, "out.jsonl")
    subprocess.run([sys.executable, "-m", "scrapy", "runspider", os.path.join(PEERS, "scrapy_spider.py"), "-a",
                    f"url={url}", "-o", out, "-s", "LOG_LEVEL=ERROR", "-s", "TELNETCONSOLE_ENABLED=0"],
                   check=True, cwd=folder)
    with open(out, encoding="utf-8") as lines:
        return len({json.loads(line)["url"] for line in lines})


def measured(crawler, program, url):
    with tempfile.TemporaryDirectory() as folder:
        before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        articles = crawler(program, url, folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - clock, articles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scutch")
    parser.add_argument("site")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(args.site, there), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{here.recv()}/"
    program = os.path.abspath(args.scutch)
    crawlers = [scutch, curator, scrapy]
    times = {crawler: [] for crawler in crawlers}
    for _ in range(args.rounds):
        for crawler in crawlers:
            times[crawler].append(measured(crawler, program, url))
    own = statistics.median(cpu for cpu, _, _ in times[scutch])
    print("crawler\tarticles\tCPU s\twall s\tarticles per CPU s\tscutch is faster")
    for crawler in crawlers:
        cpu = statistics.median(cpu for cpu, _, _ in times[crawler])
        wall = statistics.median(wall for _, wall, _ in times[crawler])
        articles = {articles for _, _, articles in times[crawler]}
        shown = "/".join(map(str, sorted(articles)))
        print(f"{crawler.__name__}\t{shown}\t{cpu:.2f}\t{wall:.2f}\t{max(articles) / cpu:.0f}\t{cpu / own:.1f}x")
    server.terminate()


if __name__ == "__main__":
    main()
