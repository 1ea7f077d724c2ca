//! A browser that is driven through its debugging pipe (Chrome DevTools Protocol): messages of JSON
//! that end with a NUL.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::Env;

/// Longer than any page of a test takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one window.
pub(super) struct Browser {
    child: Child,
    input: File,
    output: BufReader<File>,
    session: String,
    number: u64,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Starts the browser with an empty page of some size.
    pub(super) fn start(program: &OsString, env: &Env, (width, height): (u32, u32)) -> Self {
        let (to, from) = (env.path("to-browser"), env.path("from-browser"));
        for pipe in [&to, &from] {
            assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo").success());
        }
        // The browser reads descriptor 3 and writes 4, which only a shell can set without `unsafe`.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$TO\" 4>\"$FROM\""])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args(["--remote-debugging-pipe", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", env.path("profile").display()))
            .env("TO", &to)
            .env("FROM", &from)
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let input = OpenOptions::new().write(true).open(&to).expect("a pipe");
        let output = BufReader::new(File::open(&from).expect("a pipe"));
        let mut browser = Self { child, input, output, session: String::new(), number: 0 };
        let blank = json!({"url": "about:blank"});
        let target = browser.ask("Target.createTarget", &blank)["targetId"].clone();
        let attach = json!({"targetId": target, "flatten": true});
        let session = browser.ask("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        browser.ask("Emulation.setDeviceMetricsOverride", &metrics);
        browser
    }

    /// Sends a command. Its answer is passed over when the next one is waited for.
    fn send(&mut self, method: &str, params: &Value) {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
    }

    /// Sends a command and waits for its answer.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a command and waits for its answer, which may be an error.
    fn answer(&mut self, method: &str, params: &Value) -> Value {
        self.send(method, params);
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).expect("the browser answers");
            assert!(!bytes.is_empty(), "the browser is gone");
            bytes.pop();
            let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
            if answer["id"] == self.number {
                return answer;
            }
        }
    }

    /// Opens an address.
    pub(super) fn open(&mut self, address: &str) {
        self.ask("Page.navigate", &json!({"url": address}));
    }

    /// The value of an expression on the page.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        self.ask("Runtime.evaluate", &evaluated(expression))["result"]["value"].clone()
    }

    /// Waits until an expression is true, on whatever page there is then.
    pub(super) fn until(&mut self, expression: &str) {
        let start = Instant::now();
        // A page that is left meanwhile answers with an error.
        while self.answer("Runtime.evaluate", &evaluated(expression))["result"]["result"]["value"]
            != true
        {
            assert!(start.elapsed() < PATIENCE, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: &str) {
        self.ask("Input.dispatchKeyEvent", &down(key));
        self.ask("Input.dispatchKeyEvent", &json!({"type": "keyUp", "key": key}));
    }

    /// Presses keys without waiting for what any of them does.
    pub(super) fn press_at_once(&mut self, keys: &[&str]) {
        for key in keys {
            self.send("Input.dispatchKeyEvent", &down(key));
            self.send("Input.dispatchKeyEvent", &json!({"type": "keyUp", "key": key}));
        }
    }
}

/// A question for the value of an expression.
fn evaluated(expression: &str) -> Value {
    json!({"expression": expression, "returnByValue": true, "awaitPromise": true})
}

/// The event of a key that is pressed.
fn down(key: &str) -> Value {
    let text = if key.chars().count() == 1 { key } else { "" };
    json!({"type": "keyDown", "key": key, "text": text})
}
