//! Fetches a URI and writes the answer as it was sent: `cargo run --example get -- URI`.

use std::io;

use scutch_fetch::{Client, Request, Settings};
use scutch_memento::Guard;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let uri = std::env::args().nth(1).ok_or("name a URI")?;
    let mut client = Client::new(Settings::default(), Guard::default(), || false);
    let fetched = client.fetch(&Request { uri, ..Request::default() });
    for hop in &fetched.hops {
        eprintln!("{} {} from {}", hop.status, hop.uri, hop.address);
    }
    if let Some(failure) = fetched.failure {
        return Err(failure.to_string().into());
    }
    if let Some(last) = fetched.hops.last() {
        io::copy(&mut last.reader(), &mut io::stdout().lock())?;
    }
    Ok(())
}
