//! Addresses that are never connected to.

use scutch_fetch::Failure;
use scutch_memento::Refusal;

use super::server::Server;
use super::{client, fine, get, redirect, settings};

#[test]
fn private_addresses_are_never_connected_to() {
    let private = Server::start(|_| fine("secret"));
    let port = private.address.port();
    let targets = [
        format!("http://127.0.0.2:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://0x7f.1.0.1:{port}/"),
        format!("http://2130706434:{port}/"),
        format!("http://0.0.0.0:{port}/"),
        format!("http://10.0.0.1:{port}/"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://224.0.0.1/".to_owned(),
        // Looked up in `Names`.
        format!("http://innocent.example:{port}/"),
    ];
    let list = targets.clone();
    let open = Server::start(move |asked| {
        let number = asked.target.trim_start_matches('/').parse::<usize>().expect("a number");
        redirect(&list[number])
    });
    let (mut client, _) = client(settings(), vec![private.address]);
    for (number, target) in targets.iter().enumerate() {
        let direct = get(&mut client, target.as_str());
        assert_eq!(direct.failure, Some(Failure::Refused(Refusal::PrivateHost)), "{target}");
        assert_eq!(direct.hops, []);
        let led = get(&mut client, open.uri(&format!("/{number}")));
        assert_eq!(led.failure, Some(Failure::Refused(Refusal::PrivateHost)), "to {target}");
        assert_eq!(led.hops.len(), 1);
    }
    assert_eq!(private.connections(), 0);
    // The counter works: the same server is asked when it is allowed.
    assert_eq!(get(&mut client, private.uri("/")).failure, None);
    assert_eq!(private.connections(), 1);
}

#[test]
fn a_name_with_one_private_address_is_refused() {
    let server = Server::start(|_| fine("secret"));
    let public = "93.184.216.34:80".parse().expect("an address");
    let (mut client, _) = client(settings(), vec![public, server.address]);
    let fetched = get(&mut client, "http://two-faced.example/");
    assert_eq!(fetched.failure, Some(Failure::Refused(Refusal::PrivateHost)));
    assert_eq!(server.connections(), 0);
}
