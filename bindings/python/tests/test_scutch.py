"""Tests of the installed package. `cargo xtask test` runs them from the root of the repository."""

import doctest
import http.server
import importlib
import json
import os
import pickle
import tempfile
import threading
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
