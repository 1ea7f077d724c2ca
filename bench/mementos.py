#!/usr/bin/env python3
"""Mementos a second from a loopback archive into WARC, and memory with a million addresses and mementos known.

    python3 bench/mementos.py SCUTCH [--mementos N] [--known N] [--sites N]

A server here plays an archive (a TimeMap, mementos of 20 kB each; lists of a million mementos of one page in one piece,
in link format, as rows of a CDX server, and of addresses that do not tell their times) and a site whose first page
leads to pages of 5000 links each. No delay between requests. Further servers that take 50 ms for each answer play
sites that are fetched side by side. Prints wall time, rate and peak memory of each run.
"""
import argparse
import asyncio
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

PAGE_LINKS = 5000
ORIGINAL = "http://harbour.example/"


def stamps(count):
    """A moment for each memento: an hour apart."""
    return [time.strftime("%Y%m%d%H%M%S", time.gmtime(1_000_000_000 + 3600 * n)) for n in range(count)]


def words(count, seed):
    draw = random.Random(seed)
    return " ".join("".join(draw.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(draw.randint(2, 9)))
                    for _ in range(count)).encode()


class Server:
    def __init__(self, mementos, known, wait=0.0):
        self.mementos, self.known, self.wait = mementos, known, wait
        self.list_kind = self.list = None
        self.texts = [words(3000, seed) for seed in range(50)]
        self.port = None

    def answer(self, target):
        """Status, fields, body."""
        if target.startswith("/timemap/"):
            lines = [f"<{ORIGINAL}>; rel=original"]
            for stamp in stamps(self.mementos):
                date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.strptime(stamp, "%Y%m%d%H%M%S"))
                uri = f"http://127.0.0.1:{self.port}/web/{stamp}/{ORIGINAL}"
                lines.append(f'<{uri}>; rel=memento; datetime="{date}"')
            return 200, "", ",\n".join(lines).encode()
        if target.startswith("/web/timemap/json/"):
            return 200, "", self.listed("rows")
        if target.startswith("/listed/"):
            return 200, "", self.listed(target.split("/")[2])
        if target.startswith("/web/"):
            stamp = target[5:19]
            date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.strptime(stamp, "%Y%m%d%H%M%S"))
            body = b"<html><title>Notes</title><p>" + self.texts[int(stamp) // 10000 % 50] + stamp.encode()
            return 200, f"Memento-Datetime: {date}\r\nContent-Type: text/html\r\n", body
        if target == "/site/":
            body = "".join(f"<a href=/list/{n}>{n}</a>\n" for n in range(1000))
            return 200, "Content-Type: text/html\r\n", body.encode()
        if target.startswith("/slow/"):
            first = 2 * int(target[6:])
            body = f"<a href=/slow/{first}>x</a> <a href=/slow/{first + 1}>y</a>"
            return 200, "Content-Type: text/html\r\n", body.encode()
        if target.startswith("/list/"):
            first = int(target[6:]) * PAGE_LINKS
            body = "".join(f"<a href=/page/{n}/of-the-harbour-notes.html>x</a>\n" for n in range(first, first + PAGE_LINKS))
            return 200, "Content-Type: text/html\r\n", body.encode()
        return 404, "", b""

    def listed(self, kind):
        """A list of a million mementos of the page, five minutes apart."""
        if self.list_kind != kind:
            self.list_kind, self.list = kind, b"".join(self.pieces(kind))
        return self.list

    def pieces(self, kind):
        ends = {"rows": (b'[["urlkey","timestamp","original"]', b"]")}
        first, last = ends.get(kind, (b"", b""))
        yield first
        for n in range(self.known):
            moment = time.gmtime(1_000_000_000 + 300 * n)
            stamp = time.strftime("%Y%m%d%H%M%S", moment)
            uri = f"http://127.0.0.1:{self.port}/web/{stamp}/{ORIGINAL}"
            if kind == "rows":
                yield f',["example,harbour)/","{stamp}","{ORIGINAL}","text/html","200","-","9000"]'.encode()
                continue
            if kind == "names":
                uri = f"http://127.0.0.1:{self.port}/m/{n:08x}-of-the-harbour-notes-and-some-more-words"
            date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", moment)
            yield f'<{uri}>; rel="memento"; datetime="{date}",\n'.encode()
        yield last

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                await asyncio.sleep(self.wait)
                status, fields, body = self.answer(head.split(b" ", 2)[1].decode())
                writer.write(f"HTTP/1.1 {status} Said\r\n{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def run(self, ready):
        async def main():
            server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            await server.serve_forever()
        asyncio.run(main())


def measured(command, output):
    """Wall time and peak memory (MB) of a command; each in a process of its own, so that peaks do not mix."""
    code = ("import resource, subprocess, sys\n"
            "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.returncode)")
    begin = time.monotonic()
    told = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
    wall = time.monotonic() - begin
    sys.stderr.write(told.stderr)
    peak, status = map(int, told.stdout.split())
    if status:
        sys.exit(f"{command[:3]}: exit {status}")
    return wall, peak / 1024, output.stat().st_size / 1e6


def started(server):
    ready = threading.Event()
    threading.Thread(target=server.run, args=(ready,), daemon=True).start()
    ready.wait()
    return server


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scutch")
    parser.add_argument("--mementos", type=int, default=5000)
    parser.add_argument("--known", type=int, default=1_000_000)
    parser.add_argument("--sites", type=int, default=16)
    args = parser.parse_args()
    server = started(Server(args.mementos, args.known))
    base = f"http://127.0.0.1:{server.port}"
    loopback = ["--allow-private", "127.0.0.1", "--delay", "0"]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "mementos.warc.gz")
        command = [args.scutch, "memento", "fetch", ORIGINAL, "--timemap", base + "/timemap/{uri}", "-o", str(out), *loopback]
        wall, peak, size = measured(command, out)
        print(f"mementos: {args.mementos} in {wall:.1f} s, {args.mementos / wall:.0f} a second, peak {peak:.0f} MB, "
              f"{size:.0f} MB of WARC")
        out = pathlib.Path(folder, "site.warc.gz")
        pages = 1 + args.known // PAGE_LINKS
        command = [args.scutch, "fetch", base + "/site/", "-o", str(out), "--depth", "2", "--pages", str(pages), *loopback]
        wall, peak, size = measured(command, out)
        print(f"known: {(pages - 1) * PAGE_LINKS} addresses on {pages} pages in {wall:.1f} s, peak {peak:.0f} MB")
        for kind in ["links", "rows", "names"]:
            # The rows name no URI-M: it is made from the address of the list.
            source = f"{base}/web/timemap/json/{{uri}}" if kind == "rows" else f"{base}/listed/{kind}/{{uri}}"
            out = pathlib.Path(folder, f"{kind}.link")
            server.listed(kind)
            command = [args.scutch, "memento", "timemap", ORIGINAL, "--timemap", source, "-o", str(out), *loopback]
            wall, peak, size = measured(command, out)
            print(f"listed, {kind}: {args.known} mementos, {len(server.list) / 1e6:.0f} MB, in {wall:.1f} s, peak {peak:.0f} MB")
        sites = [started(Server(0, 0, wait=0.05)) for _ in range(args.sites)]
        out = pathlib.Path(folder, "sites.warc.gz")
        seeds = [f"http://127.0.0.1:{site.port}/slow/1" for site in sites]
        pages = 20 * args.sites
        command = [args.scutch, "fetch", *seeds, "-o", str(out), "--depth", "9", "--pages", str(pages), *loopback]
        wall, peak, size = measured(command, out)
        print(f"sites: {pages} pages of {args.sites} sites that take 50 ms in {wall:.1f} s, {pages / wall:.0f} a second")


if __name__ == "__main__":
    main()
