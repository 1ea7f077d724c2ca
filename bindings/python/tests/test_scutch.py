"""Tests of the installed package. `cargo xtask test` runs them from the root of the repository."""

import doctest
import gzip
import http.server
import importlib
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import scutch
import scutch.courlan as courlan

SAMPLES = Path("samples")
PAGE = """<html lang=en><title>The fog lifts | Harbour Post</title><meta name=author content="Ada Gull">
<meta property=og:site_name content="Harbour Post"><meta property=article:published_time content="2019-03-04T10:00:00Z">
<nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>
<article><h1>The fog lifts</h1><p>The ferry left ten minutes late, with everybody who had waited for it on the pier
since the early morning.</p><p>Nobody on board could say how long the way across would take, but nobody minded.</p>
<table><tr><td>Pier<td>Passengers</tr><tr><td>North<td>81</tr></table></article>
<footer>All rights reserved</footer></html>"""


def load_tests(loader, tests, pattern):
    for name in ("", "._page", "._courlan", "._store", "._rows", "._timemap", "._verbs", ".urls", ".archive"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module("scutch" + name)))
    return tests


class Pages(unittest.TestCase):
    def test_text_alone_is_the_content(self):
        text = scutch.extract(PAGE)
        self.assertIn("The ferry left ten minutes late", text)
        self.assertNotIn("All rights reserved", text)
        self.assertNotIn("News", text)

    def test_every_kind_of_input_gives_the_same_text(self):
        expected = scutch.extract(PAGE)
        encoded = PAGE.encode()
        for html in (encoded, bytearray(encoded), memoryview(encoded)):
            self.assertEqual(scutch.extract(html), expected, type(html))

    def test_text_is_not_decoded_again_by_what_the_page_declares(self):
        words = "Žluťoučký kůň úpěl ďábelské ódy, a nikdo na nádvoří se nedivil ani trochu."
        page = f"<meta charset=iso-8859-2><title>Kůň</title><p>{words}"
        self.assertIn(words, scutch.extract(page))
        self.assertIn(words, scutch.extract(page.encode("iso-8859-2")))

    def test_metadata_have_trafilaturas_names(self):
        document = scutch.bare_extraction(PAGE, url="https://www.harbour.example/fog")
        self.assertEqual(document.title, "The fog lifts")
        self.assertEqual(document.author, "Ada Gull")
        self.assertEqual(document.date, "2019-03-04")
        self.assertEqual(document.sitename, "Harbour Post")
        self.assertEqual(document.hostname, "harbour.example")
        self.assertEqual(document.language, "en")
        self.assertEqual(scutch.extract_metadata(PAGE).title, "The fog lifts")
        self.assertIsNone(scutch.extract_metadata(PAGE, author_blacklist={"ada gull"}).author)

    def test_forms(self):
        self.assertIn("# The fog lifts", scutch.extract(PAGE, output_format="markdown"))
        self.assertIn("<p>The ferry", scutch.extract(PAGE, output_format="html"))
        read = json.loads(scutch.extract(PAGE, output_format="json", with_metadata=True, record_id="7"))
        self.assertEqual((read["title"], read["id"]), ("The fog lifts", "7"))
        self.assertTrue(scutch.extract(PAGE, with_metadata=True).startswith("---\ntitle: The fog lifts\n"))
        self.assertNotIn("Passengers", scutch.extract(PAGE, include_tables=False))

    def test_comments_of_readers_are_in_the_form_asked_for(self):
        said = "I think that the ferry was late again &lt;script&gt;alert(0)&lt;/script&gt; and nobody on the pier cared."
        comments = "".join(f"<div class=comment><p class=author>Bob {n}</p><p>{said}</p></div>" for n in range(4))
        article = "<article>" + "<p>The ferry left ten minutes late, with everybody who had waited for it.</p>" * 4 + "</article>"
        page = f"<title>Fog</title>{article}<section id=comments class=comments><h2>Comments</h2>{comments}</section>"
        self.assertIn("late again <script>", scutch.bare_extraction(page).comments, "as plain text")
        shown = scutch.extract(page, output_format="html")
        self.assertNotIn("<script>", shown)
        self.assertIn("&lt;script>alert(0)", shown.replace("&gt;", ">"))
        self.assertIn("\\<script", scutch.extract(page, output_format="markdown"))
        self.assertTrue(scutch.extract(page).endswith("nobody on the pier cared."))
        self.assertNotIn("late again", scutch.extract(page, include_comments=False, output_format="html"))

    def test_what_was_not_fetched_gives_nothing(self):
        self.assertIsNone(scutch.extract(None))
        self.assertIsNone(scutch.bare_extraction(None, output_format="html"))

    def test_arguments_that_trafilatura_has_in_other_places_have_names(self):
        for function, arguments in ((scutch.extract, 5), (scutch.bare_extraction, 4), (scutch.extract_metadata, 3)):
            with self.assertRaisesRegex(TypeError, "positional argument"):
                function(PAGE, *[None] * (arguments - 1))

    def test_lone_surrogates_are_no_reason_to_fail(self):
        page = PAGE.replace("ferry", "f\udce4rry")
        self.assertIn("The f\ufffdrry left", scutch.extract(page))
        self.assertEqual(scutch.html2txt("<p>Fog \ud800"), "Fog \ufffd")

    def test_what_is_asked_for_but_not_there_gives_nothing(self):
        self.assertIsNone(scutch.extract(""))
        self.assertIsNone(scutch.extract(PAGE, target_language="hu"))
        self.assertIsNotNone(scutch.extract(PAGE, target_language="en"))
        self.assertIsNone(scutch.extract("<p>" + "Fog and rain. " * 20, only_with_metadata=True))

    def test_errors_say_what_is_possible(self):
        with self.assertRaisesRegex(ValueError, "one of txt, markdown, html"):
            scutch.extract(PAGE, output_format="xml")
        with self.assertRaisesRegex(ValueError, "one of page, article, justext"):
            scutch.extract(PAGE, method="magic")
        with self.assertRaisesRegex(TypeError, "HTML is str, bytes"):
            scutch.extract(5)

    def test_threads_give_what_one_gives(self):
        expected = scutch.extract(PAGE)
        found = []
        threads = [
            threading.Thread(target=lambda: found.extend(scutch.extract(PAGE) for _ in range(20))) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 80)

    def test_any_bytes_are_a_page(self):
        for html in (b"\x00", b"<", b"\xff\xfe<\x00p\x00>\x00", bytes(range(256)) * 8, b"<p>" * 5000):
            scutch.bare_extraction(html)


class Urls(unittest.TestCase):
    def test_store(self):
        store = courlan.UrlStore()
        store.add_urls(["https://a.example/1", "https://a.example/2", "https://b.example/1"])
        self.assertEqual(store.get_url("https://a.example"), "https://a.example/1")
        self.assertTrue(store.has_been_visited("https://a.example/1"))
        again = pickle.loads(pickle.dumps(store))
        self.assertEqual(again.dump_urls(), store.dump_urls())
        self.assertEqual(again.find_unvisited_urls("https://a.example"), ["https://a.example/2"])
        schedule = store.establish_download_schedule(max_urls=2, time_limit=500)
        self.assertEqual([url for _, url in schedule], ["https://a.example/2", "https://b.example/1"])
        self.assertGreater(schedule[0][0], 400, "asked a moment ago")
        self.assertEqual(schedule[1][0], 0.0)
        self.assertTrue(store.done)

    def test_a_schedule_takes_no_more_than_it_hands_out(self):
        store = courlan.UrlStore()
        store.add_urls([f"https://{host}.example/{number}" for host in "abc" for number in range(3)])
        schedule = store.establish_download_schedule(max_urls=2)
        self.assertEqual(schedule, [(0.0, "https://a.example/0"), (0.0, "https://b.example/0")])
        self.assertEqual(len(store.find_unvisited_urls("https://c.example")), 3)

    def test_many_urls_are_looked_up_at_once(self):
        urls = [f"https://a.example/{number}" for number in range(20_000)]
        store = courlan.UrlStore()
        store.add_urls(urls[:10_000])
        store.add_urls(urls[:5], visited=True)
        begun = time.process_time()
        self.assertEqual(store.filter_unknown_urls(urls + urls), urls[10_000:], "each once")
        self.assertEqual(store.filter_unvisited_urls(urls), urls)
        # One by one the paths of the host would be gone through for minutes.
        self.assertLess(time.process_time() - begun, 20)
        store.get_url("https://a.example")
        self.assertEqual(store.filter_unvisited_urls(urls), urls[1:])

    @unittest.skipIf(sys.platform.startswith("win"), "courlan's store catches no signals on Windows")
    def test_a_verbose_store_prints_what_is_left_at_a_signal(self):
        script = (
            "import os, sys, threading, scutch.courlan as courlan\n"
            "def make():\n"
            "    global store\n"
            "    store = courlan.UrlStore(verbose='verbose' in sys.argv)\n"
            "    store.add_urls(['https://a.example/1', 'https://a.example/2', 'https://b.example/1'])\n"
            "    store.get_url('https://a.example')\n"
            "maker = threading.Thread(target=make)\n"
            "(maker.start(), maker.join()) if 'thread' in sys.argv else make()\n"
            "os.kill(os.getpid(), int(sys.argv[1]))\n"
            "threading.Event().wait(20)\n"
        )
        left = "https://a.example/2\nhttps://b.example/1\n"
        for number in (signal.SIGINT, signal.SIGTERM):
            for words, exit_code, printed in (
                (["verbose"], 1, left),
                ([], -number, ""),
                (["verbose", "thread"], -number, ""),
            ):
                command = [sys.executable, "-c", script, str(int(number)), *words]
                # A job in the background is started with interrupts ignored, and would pass that on.
                ran = subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=60,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
                )
                self.assertEqual((ran.returncode, ran.stdout), (exit_code, printed), (number, words, ran.stderr))
                # Python itself tells of an interrupt that nobody catches.
                expected = "KeyboardInterrupt" if exit_code == -signal.SIGINT else ""
                self.assertEqual(ran.stderr.strip().rpartition("\n")[2], expected, (number, words))

    def test_urls_with_lone_surrogates_have_answers(self):
        url = "https://a.example/\udce4?a=\ud800"
        for function, answer in (
            (courlan.clean_url, None),
            (courlan.check_url, None),
            (courlan.extract_domain, None),
            (courlan.scrub_url, url),
            (courlan.is_valid_url, True),
            (courlan.is_navigation_page, False),
            (courlan.is_not_crawlable, False),
            (courlan.lang_filter, True),
            (courlan.get_base_url, "https://a.example"),
            (courlan.get_host_and_path, ("https://a.example", "/\udce4?a=\ud800")),
        ):
            self.assertEqual(function(url), answer, function.__name__)
        self.assertFalse(courlan.is_external(url, url))
        self.assertEqual(courlan.fix_relative_urls("https://a.example/", "b\udce4"), "https://a.example/b\udce4")
        links = {"https://www.example.org/f\udce4g", "https://www.example.org/fog-on-the-pier"}
        page = "".join(f"<a href='{link}'>a</a>" for link in sorted(links))
        found = courlan.extract_links(page, "https://www.example.org/")
        self.assertEqual(found, {"https://www.example.org/fog-on-the-pier"})
        self.assertEqual(courlan.extract_links(page, "https://www.example.org/", no_filter=True), links)
        self.assertEqual(courlan.filter_links(page, "https://www.example.org/")[0], sorted(found))
        store = courlan.UrlStore()
        store.add_urls([url, "https://a.example/fog"])
        self.assertEqual(store.dump_urls(), ["https://a.example/fog"])

    def test_exceptions_are_courlans(self):
        with self.assertRaises(TypeError):
            courlan.normalize_url(5)
        with self.assertRaises(ValueError):
            courlan.get_host_and_path("x")
        with self.assertRaises(NotImplementedError):
            courlan.check_url("https://a.example/1", with_redirects=True)

    def test_verdicts_name_their_reason(self):
        kept, dropped = scutch.urls.check_all(["https://Example.org/a", "mailto:someone"])
        self.assertEqual((kept.url, kept.reason), ("https://example.org/a", None))
        self.assertIsNone(dropped.url)
        self.assertTrue(dropped.reason)


class Archives(unittest.TestCase):
    def test_records_in_warcios_terms(self):
        found = list(scutch.archive.records(SAMPLES / "plain.warc"))
        responses = [record for record in found if record.rec_type == "response"]
        self.assertGreater(len(responses), 0)
        first = responses[0]
        self.assertTrue(first.rec_headers.get_header("warc-target-uri").startswith("http"))
        self.assertEqual(first.http_headers.get_statuscode(), "200")
        self.assertGreater(len(first.content_stream().read()), 0)
        offset = first.location[0]
        again = next(scutch.archive.records(SAMPLES / "plain.warc", offset))
        self.assertEqual(again.rec_headers.headers, first.rec_headers.headers)

    def test_damage_is_passed_and_told(self):
        data = (SAMPLES / "plain.warc").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cut.warc"
            path.write_bytes(data[:200] + b"\x00" * 64 + data[200:])
            records = scutch.archive.records(path)
            self.assertGreater(len(list(records)), 0)
        with self.assertRaisesRegex(OSError, "nowhere.warc"):
            scutch.archive.records("nowhere.warc")

    def records(self, *records, **arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.warc"
            path.write_bytes(b"".join(records))
            return list(scutch.archive.records(path, **arguments))

    def test_http_headers_are_those_of_warcio(self):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Fog"
        question = b"POST /fog HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n"
        found = self.records(
            record("response", "http://a.example/", answer),
            record("request", "http://a.example/", question),
            record("response", "dns:a.example", answer),
            record("metadata", "http://a.example/", b"k: v\r\n"),
        )
        told = [
            headers and (headers.protocol, headers.statusline, headers.get_statuscode())
            for headers in (one.http_headers for one in found)
        ]
        self.assertEqual(told[:2], [("HTTP/1.1", "200 OK", "200"), ("POST", "/fog HTTP/1.1", "/fog")])
        self.assertEqual(told[2:], [None, None])
        self.assertEqual(found[1].http_headers.get_header("host"), "a.example")
        bodies = [one.content_stream().read() for one in found]
        self.assertEqual(bodies, [b"<p>Fog", b"a=b", answer, b"k: v\r\n"])
        self.assertEqual(found[1].raw_stream.read(), b"3\r\na=b\r\n0\r\n\r\n")
        self.assertEqual((found[0].rec_headers.protocol, found[0].rec_headers.statusline), ("WARC/1.0", ""))

    def test_a_long_block_is_cut_at_the_limit(self):
        block = b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5000
        whole = record("response", "http://a.example/", block)
        for limit, length in ((None, 5000), (1000, 1000 - 19), (1 << 40, 5000)):
            [found] = self.records(whole, limit=limit)
            self.assertEqual(len(found.raw_stream.read()), length)
            self.assertEqual(len(found.content_stream().read()), length)
            self.assertEqual(found.length, len(block), "as the header says")
            self.assertEqual([cause for cause, _ in found.faults], ["block-too-large"] if length < 5000 else [])

    def test_an_address_that_fails_on_the_way_is_an_error(self):
        data = b"".join(
            gzip.compress(record("resource", f"http://a.example/{number}", random.Random(number).randbytes(40_000)))
            for number in range(300)
        )

        class Failing(http.server.BaseHTTPRequestHandler):
            def do_HEAD(self):
                self.do_GET()

            def do_GET(self):
                asked = self.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")
                begin, end = int(asked[0]), min(int(asked[1] or len(data)), len(data) - 1)
                fails = begin > len(data) // 2
                self.send_response(403 if fails else 206)
                body = b"no" if fails else data[begin : end + 1]
                self.send_header("Content-Range", f"bytes {begin}-{end}/{len(data)}")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("ETag", '"a"')
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        found = []
        with self.assertRaisesRegex(OSError, r"a.warc.gz: cannot be read from byte \d+ on: .*403"):
            found.extend(scutch.archive.records(f"http://127.0.0.1:{server.server_port}/a.warc.gz"))


def record(kind, address, block):
    """A WARC record."""
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2019-05-17T10:00:00Z\r\n"
    head += f"WARC-Record-ID: <urn:test:{kind}:{len(address)}>\r\nContent-Length: {len(block)}\r\n"
    return f"{head}\r\n".encode() + block + b"\r\n\r\n"


class Verbs(unittest.TestCase):
    def test_corpus_makes_a_folder_that_shows_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            made = scutch.corpus(SAMPLES / "plain.warc", Path(folder) / "corpus", format="parquet,jsonl", jobs=1)
            self.assertGreater(made.manifest["counts"]["rows"], 0)
            self.assertEqual(len(made.parts()), 1)
            self.assertIn("srcdoc", made._repr_html_())
            scutch.verify(made)
            self.assertEqual(os.fspath(made), str(made.path))

    def test_verdicts_show_their_report(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            verdicts = scutch.offtopic(SAMPLES / "offtopic", report=page)
            self.assertIn("off-topic", {verdict["status"] for verdict in verdicts})
            self.assertIn("srcdoc", verdicts._repr_html_())
            self.assertTrue(page.read_text().startswith("<!DOCTYPE html>"))

    def test_a_corpus_without_rows_is_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            made = scutch.corpus(SAMPLES / "plain.warc", Path(folder) / "corpus", language="ja")
            self.assertEqual(made.manifest["counts"]["rows"], 0)

    def test_an_error_is_the_programs_sentence(self):
        with self.assertRaisesRegex(scutch.Error, "nowhere.warc") as raised:
            scutch.corpus("nowhere.warc", "never-made")
        self.assertEqual(raised.exception.exit_code, 1)
        again = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((type(again), str(again), again.exit_code), (scutch.Error, str(raised.exception), 1))

    def test_a_sentence_has_no_hint(self):
        with tempfile.TemporaryDirectory() as folder:
            scutch.corpus(SAMPLES / "plain.warc", Path(folder) / "corpus")
            with self.assertRaisesRegex(scutch.Error, "holds another corpus") as raised:
                scutch.corpus(SAMPLES / "charsets.warc.gz", Path(folder) / "corpus")
            self.assertNotIn("hint", str(raised.exception))

    def test_output_that_is_no_text_comes_back_as_bytes(self):
        archive = SAMPLES / "charsets.warc.gz"
        responses = [one for one in scutch.archive.records(archive) if one.rec_type == "response"]
        found = [scutch.run("archive", "cat", archive, offset=one.location[0]) for one in responses]
        bodies = [one.content_stream().read() for one in responses]
        self.assertEqual([output.encode("utf-8", "surrogateescape") for output in found], bodies)
        self.assertTrue(any("\udce4" <= character <= "\udcff" for output in found for character in output))

    def test_verdicts_on_addresses_with_line_separators(self):
        page = "<title>Fog</title><h1>Fog</h1>" + "<p>The ferry left ten minutes late, with all who had waited for it." * 4
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.warc"
            path.write_bytes(record("response", "http://a.example/x\u2028y", block))
            [verdict] = scutch.offtopic(path)
            self.assertEqual(verdict["url"], "http://a.example/x\u2028y")

    def test_files_are_read_in_any_locale(self):
        with tempfile.TemporaryDirectory() as folder:
            scutch.corpus(SAMPLES / "charsets.warc.gz", Path(folder) / "corpus")
            script = (
                "import scutch, sys; made = scutch.CorpusFolder(sys.argv[1]); made.manifest; made._repr_html_(); "
                "scutch.offtopic(sys.argv[2], report=sys.argv[1] + '/topic.html')"
            )
            # No setting of the user changes it: this one has ASCII alone.
            locale = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
            command = [sys.executable, "-c", script, f"{folder}/corpus", str(SAMPLES / "abendblatt.warc.gz")]
            ran = subprocess.run(command, env={**os.environ, **locale}, capture_output=True, check=False)
            self.assertEqual((ran.returncode, ran.stderr), (0, b""))


class Program(unittest.TestCase):
    """The console script: the program within the compiled module."""

    COMMAND = str(Path(sys.executable).with_name("scutch"))

    def ran(self, *words, **how):
        return subprocess.run([self.COMMAND, *words], capture_output=True, check=False, **how)

    def test_it_is_the_program_of_this_version(self):
        ran = self.ran("--version")
        self.assertEqual((ran.returncode, ran.stdout), (0, f"scutch {scutch.__version__}\n".encode()))

    def test_output_without_a_last_line_break_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text(PAGE)
            ran = self.ran("extract", page)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn(b"how long the way across would take", ran.stdout)

    def test_exit_codes_are_those_of_the_guide(self):
        cases = [(["corpus"], 2), (["corpus", "no-such.warc", "-o", "no-such"], 1), (["no-such-verb"], 2)]
        for words, code in cases:
            ran = self.ran(*words)
            self.assertEqual(ran.returncode, code, ran.stderr)
            self.assertNotIn(b"Traceback", ran.stderr)

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        with subprocess.Popen([self.COMMAND, "corpus", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
            ran.stdout.close()
            self.assertEqual((ran.stderr.read(), ran.wait()), (b"", 0))

    def test_an_interrupted_run_says_so_and_ends_with_130(self):
        with tempfile.TemporaryDirectory() as folder:
            # A pipe that nobody writes to: the run waits for its first record.
            command = [self.COMMAND, "corpus", "-", "--name", "a.warc", "-o", f"{folder}/corpus"]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
                # It is at work when it has begun its folder.
                while not Path(folder, "corpus").exists() and ran.poll() is None:
                    time.sleep(0.02)
                ran.send_signal(signal.SIGINT)
                time.sleep(0.2)
                ran.send_signal(signal.SIGINT)
                said = ran.stderr.read()
                self.assertEqual(ran.wait(), 130, said)
                self.assertNotIn(b"Traceback", said)


class Archive(http.server.BaseHTTPRequestHandler):
    """A web archive with two mementos of every page but one."""

    def do_GET(self):
        page = self.path.removeprefix("/timemap/")
        links = [f'<{page}>; rel="original"']
        if not page.endswith("/none"):
            host = self.headers["Host"]
            for stamp, day in (("20200303120000", "Tue, 03 Mar"), ("20200512120000", "Tue, 12 May")):
                date = f"{day} 2020 12:00:00 GMT"
                uri = f"http://{host}/web/{stamp}/{page}"
                links.append(f'<{uri}>; rel="memento"; datetime="{date}"')
        answer = ",\n".join(links).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/link-format")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class TimeMaps(unittest.TestCase):
    def setUp(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Archive)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.list = f"http://127.0.0.1:{server.server_port}/timemap/{{uri}}"

    def timemap(self, pages):
        return scutch.timemap(pages, timemap=self.list, allow_private="127.0.0.1", delay=0)

    def test_mementos_in_order_of_time(self):
        found = self.timemap(["http://a.example/", "http://b.example/none", "http://b.example/fog"])
        self.assertEqual([timemap.original for timemap in found], ["http://a.example/", "http://b.example/none", "http://b.example/fog"])
        self.assertEqual([len(timemap) for timemap in found], [2, 0, 2])
        days = [(time.date().isoformat(), uri[-17:]) for time, uri in found[0].mementos]
        self.assertEqual(days, [("2020-03-03", "http://a.example/"), ("2020-05-12", "http://a.example/")])
        shown = found._repr_html_()
        self.assertIn("4 mementos of 3 pages", shown)
        self.assertIn("Mementos per month.", shown)
        self.assertIn(": 2 mementos", shown)

    def test_no_mementos_are_no_error(self):
        found = self.timemap("http://b.example/none")
        self.assertEqual([len(timemap) for timemap in found], [0])
        self.assertIn("No mementos", found._repr_html_())

    def test_nobody_answers(self):
        with self.assertRaises(scutch.Error):
            scutch.timemap("http://a.example/", timemap="http://127.0.0.1:9/{uri}", tries=1, delay=0)


if __name__ == "__main__":
    unittest.main()
