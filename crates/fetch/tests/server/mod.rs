//! A loopback server whose answers are given by a closure, honest or hostile. It counts
//! connections.

#![allow(dead_code)] // each test uses a part of it

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the server does about a request.
pub(crate) enum Reply {
    /// An honest answer: status, fields, body.
    Fine(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// These bytes, then the connection ends.
    Raw(Vec<u8>),
    /// These bytes one by one, with a pause before each.
    Drip(Vec<u8>, Duration),
    /// These bytes, and after a pause more bytes that nobody asked for.
    Late(Vec<u8>, Vec<u8>),
    /// These bytes, then zeros without end.
    Endless(Vec<u8>),
    /// No bytes for twenty seconds.
    Stall,
}

/// An answer with status 200.
pub(crate) fn fine(body: &str) -> Reply {
    Reply::Fine(200, Vec::new(), body.into())
}

/// An answer that sends elsewhere.
pub(crate) fn redirect(to: &str) -> Reply {
    Reply::Fine(302, vec![("Location", to.to_owned())], Vec::new())
}

/// An address of this machine that refuses connections. A port that was bound and let go would not
/// do: another test may be given it.
pub(crate) fn refusing() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 1))
}

/// A request.
pub(crate) struct Asked {
    /// Path and query.
    pub(crate) target: String,
    /// The whole head.
    pub(crate) head: String,
    /// How often this target was asked for before.
    pub(crate) before: usize,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    connections: Arc<AtomicUsize>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let address = listener.local_addr().expect("bound");
        let (connections, asked) = (Arc::new(AtomicUsize::new(0)), Arc::default());
        let server = Self { address, connections: connections.clone(), asked };
        let (asked, answer) = (server.asked.clone(), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                connections.fetch_add(1, Ordering::SeqCst);
                let (asked, answer) = (asked.clone(), answer.clone());
                thread::spawn(move || serve(stream, &asked, &*answer));
            }
        });
        server
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Every target that was asked for, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("whole").clone()
    }
}

fn serve(mut stream: TcpStream, asked: &Mutex<Vec<String>>, answer: &dyn Fn(&Asked) -> Reply) {
    while let Some(head) = head(&mut stream) {
        let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let before = {
            let mut asked = asked.lock().expect("whole");
            let before = asked.iter().filter(|t| **t == target).count();
            asked.push(target.clone());
            before
        };
        let keep = match answer(&Asked { target, head, before }) {
            Reply::Fine(status, fields, body) => {
                let mut out =
                    format!("HTTP/1.1 {status} Said\r\nContent-Length: {}\r\n", body.len());
                fields.iter().for_each(|(name, value)| out += &format!("{name}: {value}\r\n"));
                stream.write_all(&[format!("{out}\r\n").as_bytes(), &body].concat()).is_ok()
            }
            Reply::Raw(bytes) => {
                let _ = stream.write_all(&bytes);
                false
            }
            Reply::Drip(bytes, pause) => {
                for byte in bytes {
                    thread::sleep(pause);
                    if stream.write_all(&[byte]).is_err() {
                        break;
                    }
                }
                false
            }
            Reply::Late(bytes, more) => {
                let _ = stream.write_all(&bytes);
                thread::sleep(Duration::from_millis(50));
                stream.write_all(&more).is_ok()
            }
            Reply::Endless(bytes) => {
                let _ = stream.write_all(&bytes);
                while stream.write_all(&[0; 4096]).is_ok() {}
                false
            }
            Reply::Stall => {
                thread::sleep(Duration::from_secs(20));
                false
            }
        };
        if !keep {
            break;
        }
    }
}

fn head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte).ok()? == 0 {
            return None;
        }
        head.push(byte[0]);
    }
    String::from_utf8(head).ok()
}
