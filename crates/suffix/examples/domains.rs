//! Prints the registrable domain of each host that is named.
//!
//! ```sh
//! cargo run -p scutch-suffix --example domains -- www.example.co.uk b.github.io
//! ```

fn main() {
    for host in std::env::args().skip(1) {
        let host = host.to_ascii_lowercase();
        let domain = scutch_suffix::registrable(&host);
        println!("{host}\t{}", domain.unwrap_or("-"));
    }
}
