//! Who is answered.

use super::served::{Served, archive};
use crate::harness::Env;

#[test]
fn strangers_are_refused_in_a_sentence() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let served = Served::start(&env, &["a.warc"]);
    let (port, token) = (served.port, &served.token);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let get = |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\n{more}\r\n");
    let post = |more: &str, body: &str| {
        let length = body.len();
        format!("POST /{token}/event/0 HTTP/1.1\r\n{more}Content-Length: {length}\r\n\r\n{body}")
    };
    let origin = format!("{own}Origin: http://127.0.0.1:{port}\r\n");
    let json = "Content-Type: application/json\r\n";
    let home = format!("/{token}/");
    let done = r#"{"event":"done"}"#;
    for (request, status, sentence) in [
        (get(&home, &own), "200", "Label archived pages"),
        (get("/", &own), "403", "lacks the token"),
        (get("/0123456789/", &own), "403", "lacks the token"),
        (get(&home, ""), "403", "another host"),
        (get(&home, "Host: rebound.example\r\n"), "403", "another host"),
        (get(&home, &format!("Host: rebound.example:{port}\r\n")), "403", "another host"),
        (get(&home, &format!("{own}Origin: http://127.0.0.1:1\r\n")), "403", "another page"),
        (get(&home, &format!("{own}Sec-Fetch-Site: same-site\r\n")), "403", "another page"),
        (get(&format!("{home}../../etc/passwd"), &own), "403", "path"),
        (get(&format!("{home}%2e%2e/x"), &own), "403", "path"),
        (get(&format!("{home}picture/0-0-0"), &own), "404", "no page"),
        (get(&format!("{home}picture/9-9-9"), &own), "404", "no page"),
        (get(&format!("{home}frame/99"), &own), "404", "no page"),
        (get(&format!("{home}label/99"), &own), "404", "no page"),
        (post(&own, done), "403", "another page"),
        (
            post(&format!("{own}Origin: null\r\n{json}X-Scutch-Studio: 1\r\n"), done),
            "403",
            "another page",
        ),
        (post(&format!("{origin}{json}"), done), "403", "as JSON"),
        (post(&format!("{origin}X-Scutch-Studio: 1\r\n"), done), "403", "as JSON"),
        (post(&format!("{origin}{json}X-Scutch-Studio: 1\r\n"), "{"), "409", "cannot be read"),
        (get(&home, &format!("{own}X: {}\r\n", "x".repeat(40_000))), "413", "larger than"),
        (
            format!("POST {home}event/0 HTTP/1.1\r\n{origin}Content-Length: 99999999\r\n\r\n"),
            "413",
            "larger than",
        ),
        ("BREW / HTTP/1.1\r\n\r\n".to_owned(), "400", "Only GET and POST"),
    ] {
        let answer = served.raw(&request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{request:.200}: {answer:.200}"
        );
        assert!(answer.contains(sentence), "{request:.200}: {answer:.900}");
        // No page of another origin may read any answer.
        assert!(!answer.contains("Access-Control"), "{answer:.400}");
        for field in [
            "Cache-Control: no-store",
            "nosniff",
            "no-referrer",
            "frame-ancestors",
            "Resource-Policy: same-origin",
        ] {
            assert!(answer.contains(field), "{field}: {answer:.900}");
        }
    }
    assert!(!env.path("labels/gold.me.jsonl").metadata().is_ok_and(|file| file.len() > 0));
}

#[test]
fn wrong_use_is_an_error_with_its_cause() {
    let env = Env::new();
    env.write("a.warc", &archive()).write("text.warc", b"hello");
    let running = Served::start(&env, &["a.warc", "--sample", "3"]);
    for (args, sentence) in [
        (&["studio", "a.warc", "--annotator", "../x"][..], "a name of an annotator has letters"),
        (&["studio", "a.warc", "--annotator", "gold"], "a name of an annotator has letters"),
        (&["studio", "text.warc"], "text.warc: not a web archive"),
        (&["studio", "a.warc"], "another scutch studio is writing it"),
        (
            &["studio", "a.warc", "--annotator", "ben", "--seed", "2"],
            "was drawn with --sample 3 --seed 1",
        ),
        (
            &["studio", "a.warc", "--annotator", "ben", "--import", "none.jsonl"],
            "none.jsonl: cannot be read or written",
        ),
    ] {
        let output = env.expect(1, args);
        let said = env.shown(&output);
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
    env.expect(2, &["studio", "a.warc", "--twice", "2"]);
    drop(running);
}
