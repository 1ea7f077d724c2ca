//! Certificates that are not to be trusted.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use scutch_fetch::{CertificateFault, Failure, Settings};

use super::server::Server;
use super::{client, fine, get, settings};

/// A server that has signed its certificate itself and answers with a status, and the number of its
/// handshakes.
pub(super) fn self_signed(status: &'static str) -> (SocketAddr, Arc<AtomicUsize>) {
    let cert = CertificateDer::from_pem_slice(include_bytes!("../tls/self-signed.pem"));
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("../tls/self-signed-key.pem"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.expect("a certificate")], key.expect("a key"));
    let config = Arc::new(config.expect("a configuration"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("bound");
    let shaken = Arc::new(AtomicUsize::new(0));
    let counted = shaken.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let session = ServerConnection::new(config.clone()).expect("a session");
            let mut stream = StreamOwned::new(session, stream);
            let mut head = [0; 1024];
            if stream.read(&mut head).is_ok_and(|got| got > 0) {
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = write!(stream, "HTTP/1.0 {status}\r\nContent-Length: 1\r\n\r\nx");
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
        }
    });
    (address, shaken)
}

#[test]
fn bad_certificates_are_refused_or_tolerated_and_noted() {
    let (address, shaken) = self_signed("200 OK");
    let uri = format!("https://{address}/");
    let mut strict = client(settings(), &["127.0.0.1"], "192.0.2.7");
    assert_eq!(get(&mut strict, &uri).failure, Some(Failure::Tls));
    assert_eq!(shaken.load(Ordering::SeqCst), 0);
    let tolerant = Settings { insecure: true, ..settings() };
    let mut tolerant = client(tolerant, &["127.0.0.1"], "192.0.2.7");
    // Twice: a session that is taken up again must not hide the fault.
    for _ in 0..2 {
        let fetched = get(&mut tolerant, &uri);
        assert_eq!(fetched.failure, None);
        assert_eq!(fetched.hops[0].certificate, Some(CertificateFault::UnknownIssuer));
        assert!(fetched.hops[0].response.ends_with(b"x"));
    }
    let server = Server::start(|_| fine("plain"));
    assert_eq!(get(&mut tolerant, server.uri("/")).hops[0].certificate, None);
}
