//! The listener: a thread for each connection, up to a limit.

use std::io::{self, Read as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::answer::{Answer, Status};
use super::guard::Door;
use super::request::{BadRequest, MOST_BODY, Request};

/// Connections that are answered at a time. Browsers open six to a host, and keep some in reserve.
const MOST_CONNECTIONS: usize = 64;
/// How long a connection may stall.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    door: Door,
}

/// A connection that is counted while it lives.
struct Counted<'c>(&'c AtomicUsize);

impl<'c> Counted<'c> {
    fn new(count: &'c AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    /// Listens at a port of loopback; 0 takes a free one.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn bind(port: u16, token: String) -> io::Result<Self> {
        // Loopback only: the server is for whoever sits at this machine.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        // Port 0 becomes the one that the system chose. The check of `Host` needs it.
        let port = listener.local_addr()?.port();
        Ok(Self { listener, door: Door { token, port } })
    }

    /// The address of the first page, with the token.
    pub fn address(&self) -> String {
        self.door.address()
    }

    /// Answers for ever. `answer` gets the path behind the token.
    pub fn serve(&self, answer: &(dyn Fn(&Request, &[&str]) -> Answer + Sync)) {
        let open = AtomicUsize::new(0);
        thread::scope(|scope| {
            for stream in self.listener.incoming() {
                // A client that is gone again is no reason to end.
                let Ok(mut stream) = stream else { continue };
                if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
                    // Refused at once: threads without a limit could exhaust the memory.
                    let busy = Answer::sentence(Status::Busy, "Too many connections at a time.");
                    let _ = busy.write(&mut stream);
                    continue;
                }
                // Counted before the thread runs, or a burst would pass the limit.
                let counted = Counted::new(&open);
                scope.spawn(move || {
                    let _counted = counted;
                    // The client is gone; there is nobody to tell.
                    let _ = self.connection(&mut stream, answer);
                });
            }
        });
    }

    fn connection(
        &self,
        stream: &mut TcpStream,
        answer: &(dyn Fn(&Request, &[&str]) -> Answer + Sync),
    ) -> io::Result<()> {
        // A silent client would otherwise hold its thread for ever.
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let answered = match Request::read(stream) {
            Ok(request) => match self.door.enter(&request) {
                Ok(segments) => answer(&request, &segments),
                Err(refusal) => Answer::sentence(Status::Forbidden, &refusal.to_string()),
            },
            // Browsers open connections in advance.
            Err(BadRequest::Io(error)) => return Err(error),
            Err(error @ BadRequest::TooLarge(_)) => {
                Answer::sentence(Status::TooLarge, &error.to_string())
            }
            Err(error) => Answer::sentence(Status::BadRequest, &error.to_string()),
        };
        answered.write(stream)?;
        // The client learns that the answer is complete while we still read.
        stream.shutdown(Shutdown::Write)?;
        // A connection closed with bytes unread is reset, and the answer with it.
        io::copy(&mut stream.take(2 * MOST_BODY as u64), &mut io::sink())?;
        Ok(())
    }
}
