//! Archived pages that attack: nothing runs, nothing leaves loopback.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use super::devtools::Browser;
use super::served::Served;
use crate::browser::browser;
use crate::harness::{Env, page, record};

/// A page that tries whatever a page can try; `far` is a server that must see nothing.
fn hostile(far: &str) -> String {
    format!(
        "<html><head><title></title><script>top.pwned=1</script>\
         <base href='{far}/'><meta http-equiv=refresh content='0;url={far}/refresh'>\
         <link rel=stylesheet href='{far}/s.css'><link rel=prefetch href='{far}/p'><link rel=dns-prefetch href='{far}'>\
         <style>@import '{far}/i.css'; body {{ background: url({far}/b.png) }} @font-face {{ font-family: x; src: url({far}/f) }}\
         </style><script>parent.pwned=1;navigator.serviceWorker.register('/sw.js')</script></head>\
         <body onload='parent.pwned=1'><p>A text about tides</p><img src=x onerror='parent.pwned=1'>\
         <svg onload='parent.pwned=1'><script>parent.pwned=1</script><a xlink:href='javascript:parent.pwned=1'>x</a>\
         <animate attributeName=href to='javascript:parent.pwned=1'/><foreignObject><iframe src='{far}/svg'></iframe></foreignObject></svg>\
         <a id=go href='javascript:parent.pwned=1'>Go</a><a target=_top href='{far}/top'>Top</a>\
         <a ping='{far}/ping' href='{far}/'>Ping</a>\
         <iframe src='file:///etc/passwd'></iframe><iframe srcdoc='<script>top.pwned=1</script>'></iframe>\
         <object data='{far}/o'></object><embed src='{far}/e'><video src='{far}/v' poster='{far}/w' autoplay></video>\
         <form action='{far}/post' method=post><input name=a autofocus><button formaction='{far}/b'>Send</button></form>\
         <div style='background:url({far}/inline.png)' data-scutch-node=0>Second text</div>\
         <math><annotation-xml encoding='text/html'><img src=x onerror='parent.pwned=1'></annotation-xml></math>\
         <noscript><img src='{far}/n.png'></noscript><template><img src='{far}/t'></template>\
         <textarea></textarea><script>parent.pwned=1</script></body></html>"
    )
}

fn studio(far: &str) -> (Env, Served) {
    let env = Env::new();
    let mut archive = page(
        "http://evil.example/%3Cscript%3E?\"><script>parent.pwned=1</script>",
        1,
        "200 OK",
        &hostile(far),
    );
    let svg = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<svg xmlns='http://www.w3.org/2000/svg' onload='parent.pwned=1'/>";
    let http = "application/http; msgtype=response";
    archive.extend(record("response", &format!("{far}/x"), 2, http, svg.as_bytes()));
    env.write("a.warc", &archive);
    let served = Served::start(&env, &["a.warc"]);
    (env, served)
}

#[test]
fn nothing_that_acts_is_written_into_the_frame() {
    let (_env, served) = studio("http://far.example");
    let (head, frame) = served.get("frame/0");
    assert!(
        head.contains("sandbox allow-same-origin") && !head.contains("allow-scripts"),
        "{head}"
    );
    assert!(head.contains("default-src 'none'") && head.contains("form-action 'none'"), "{head}");
    let lower = frame.to_ascii_lowercase();
    for part in [
        "<script",
        "javascript:parent",
        " onload",
        " onerror",
        " href=",
        "<iframe",
        "<form",
        "<base",
        "refresh",
        "<link",
        "url(http",
        "<object",
        "<video",
        "srcdoc",
        "autofocus",
        "ping=",
        " src=",
        "<svg",
        "<template",
    ] {
        let allowed =
            part == "javascript:parent" && lower.contains("data-archived-href=\"javascript:parent");
        assert!(allowed || !lower.contains(part), "{part}: {frame}");
    }
    assert!(frame.contains("A text about tides") && frame.contains("Second text"), "{frame}");
    // A picture that is a document with scripts is none.
    let (head, _) = served.get("picture/0-0-0");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    for view in ["", "label/0", "timemaps", "agreement"] {
        let (head, page) = served.get(view);
        assert!(
            head.starts_with("HTTP/1.1 200") && head.contains("script-src 'self'"),
            "{view}: {head}"
        );
        assert_eq!(page.matches("<script").count(), 1, "{view}: {page}");
    }
}

#[test]
fn nothing_runs_and_nothing_leaves_loopback() {
    let Some(program) = browser("nothing_runs_and_nothing_leaves_loopback") else { return };
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    listener.set_nonblocking(true).expect("a listener that does not wait");
    let far = format!("http://{}", listener.local_addr().expect("an address"));
    let (env, served) = studio(&far);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label/0"));
    browser.until("document.querySelector('main[data-ready]') !== null");
    let click = "for (const a of document.querySelector('iframe').contentDocument.querySelectorAll('a, span, input')) a.click(); true";
    browser.until(click);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(browser.value("String(window.pwned)"), "undefined");
    assert_eq!(browser.value("location.pathname.endsWith('/label/0')"), true);
    // In a window of its own the answer is as harmless.
    browser.open(&served.address("frame/0"));
    browser.until("document.readyState === 'complete' && document.body !== null");
    assert_eq!(browser.value("String(window.pwned)"), "undefined");
    assert!(listener.accept().is_err(), "something was loaded");
    // The listener would have seen it. It never answers, so nobody waits for the page.
    browser.open(&served.address(""));
    browser.until(&format!("setTimeout(() => {{ location.href = '{far}/seen' }}), true"));
    let start = std::time::Instant::now();
    while listener.accept().is_err() {
        assert!(start.elapsed().as_secs() < 20, "the listener sees nothing at all");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// The address of a server that answers every request with an empty page.
fn other_origin() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = format!("http://{}/", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<p>hi\n",
            );
        }
    });
    address
}

#[test]
fn a_page_of_another_port_can_neither_read_nor_post() {
    let Some(program) = browser("a_page_of_another_port_can_neither_read_nor_post") else { return };
    let (env, served) = studio("http://far.example");
    let mut browser = Browser::start(&program, &env, (1280, 900));
    // Of the same machine, so that no rule of browsers about local networks stops it.
    let other = other_origin();
    browser.open(&other);
    browser.until(&format!("location.href === '{other}' && document.body !== null"));
    let own = served.address("");
    let read = format!("fetch('{own}').then((a) => a.text()).then(() => 'read', () => 'stopped')");
    assert_eq!(browser.value(&read), "stopped");
    let post = format!(
        "fetch('{own}event/0', {{method: 'POST', mode: 'no-cors', body: '{{\"event\":\"done\"}}'}}).then(() => true, () => true)"
    );
    browser.until(&post);
    let headers = "{'Content-Type': 'application/json', 'X-Scutch-Studio': '1'}";
    let cors = format!(
        "fetch('{own}event/0', {{method: 'POST', headers: {headers}, body: '{{}}'}}).then(() => 'sent', () => 'stopped')"
    );
    assert_eq!(browser.value(&cors), "stopped");
    let journal = std::fs::read_to_string(env.path("labels/me.jsonl")).unwrap_or_default();
    assert_eq!(journal, "");
    // The browser would have shown what it may read.
    let same =
        format!("fetch('{other}').then((a) => a.text()).then(() => 'read', () => 'stopped')");
    assert_eq!(browser.value(&same), "read");
}
