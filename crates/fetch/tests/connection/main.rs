//! How hosts are reached and what they are told: proxies, cookies, header fields, certificates.

#[path = "../server/mod.rs"]
mod server;

mod certificates;
mod cookies;
mod proxies;
mod secrets;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use scutch_fetch::{Client, Fetched, Request, Resolve, Settings, SystemClock};
use scutch_memento::Guard;
use server::{fine, redirect};

/// A name server that knows every name, and gives these addresses.
struct Names(Vec<SocketAddr>);

impl Resolve for Names {
    fn resolve(&self, _: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(self.0.iter().map(|address| SocketAddr::new(address.ip(), port)).collect())
    }
}

fn settings() -> Settings {
    let total_timeout = Duration::from_secs(5);
    Settings { delay: Duration::ZERO, total_timeout, attempts: 1, ..Settings::default() }
}

/// A client for which every name stands for one address.
fn client(settings: Settings, allowed: &[&str], names: &str) -> Client {
    let guard = Guard::allowing(allowed.iter().map(|host| (*host).to_owned()));
    let names = Names(vec![SocketAddr::new(names.parse().expect("an address"), 0)]);
    Client::with(settings, guard, || false, Box::new(SystemClock::default()), Box::new(names))
}

fn get(client: &mut Client, uri: impl Into<String>) -> Fetched {
    client.fetch(&Request { uri: uri.into(), ..Request::default() })
}
