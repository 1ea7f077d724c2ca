//! TLS settings, and certificates that are tolerated if the user wants that.

use std::sync::{Arc, OnceLock};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use crate::failure::Failure;

scutch_url::reasons! {
    /// What is wrong with a certificate that was tolerated.
    pub enum CertificateFault {
        UnknownIssuer = "certificate-unknown-issuer", "Nobody whom the system trusts has issued the certificate.";
        Expired = "certificate-expired", "The certificate is not valid any more, or not yet.";
        OtherName = "certificate-other-name", "The certificate is for another host.";
        Invalid = "certificate-invalid", "The certificate is malformed, revoked, wrongly signed, or not meant for a host.";
    }
}

impl CertificateFault {
    fn of(error: &Error) -> Self {
        use CertificateError as E;
        match error {
            Error::InvalidCertificate(error) => match error {
                E::UnknownIssuer => Self::UnknownIssuer,
                E::Expired
                | E::ExpiredContext { .. }
                | E::NotValidYet
                | E::NotValidYetContext { .. } => Self::Expired,
                E::NotValidForName | E::NotValidForNameContext { .. } => Self::OtherName,
                _ => Self::Invalid,
            },
            _ => Self::Invalid,
        }
    }
}

/// What is wrong with the certificate of a connection, once its handshake is over.
pub(crate) type Tolerated = Arc<OnceLock<CertificateFault>>;

/// TLS settings with the certificates that the system trusts.
#[derive(Debug)]
pub(crate) enum Tls {
    /// Only trusted certificates are accepted.
    Strict(Arc<ClientConfig>),
    /// All are. The verifier says what is wrong with them; `None` if the system trusts nobody.
    Tolerant(Option<Arc<WebPkiServerVerifier>>),
}

impl Tls {
    /// Loads the certificates that the system trusts.
    pub(crate) fn load(is_tolerant: bool) -> Result<Self, Failure> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if is_tolerant {
            let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider());
            return Ok(Self::Tolerant(builder.build().ok()));
        }
        let builder = config_builder()?.with_root_certificates(roots);
        Ok(Self::Strict(Arc::new(builder.with_no_client_auth())))
    }

    /// The settings of a new connection, and where they note what is tolerated.
    pub(crate) fn connection(&self) -> Result<(Arc<ClientConfig>, Tolerated), Failure> {
        let tolerated = Tolerated::default();
        let config = match self {
            Self::Strict(config) => config.clone(),
            // Settings of its own: a resumed session would not be verified again, and its fault
            // would be lost.
            Self::Tolerant(strict) => {
                let fault = tolerated.clone();
                let verifier = Tolerant { strict: strict.clone(), provider: provider(), fault };
                let builder = config_builder()?.dangerous();
                let builder = builder.with_custom_certificate_verifier(Arc::new(verifier));
                Arc::new(builder.with_no_client_auth())
            }
        };
        Ok((config, tolerated))
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn config_builder() -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, Failure> {
    // Some archives still offer TLS 1.2 alone.
    let versions = [&rustls::version::TLS13, &rustls::version::TLS12];
    let builder = ClientConfig::builder_with_provider(provider());
    builder.with_protocol_versions(&versions).map_err(|_| Failure::Tls)
}

/// Accepts every certificate, and notes what is wrong with it.
#[derive(Debug)]
struct Tolerant {
    strict: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
    fault: Tolerated,
}

impl Tolerant {
    /// A signature by a certificate that proves nothing proves nothing either.
    fn signed(
        &self,
        verified: Result<HandshakeSignatureValid, Error>,
    ) -> Result<HandshakeSignatureValid, Error> {
        match self.fault.get() {
            Some(_) => Ok(HandshakeSignatureValid::assertion()),
            None => verified,
        }
    }
}

impl ServerCertVerifier for Tolerant {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let strict = self.strict.as_ref();
        let verified = strict
            .map(|strict| strict.verify_server_cert(end_entity, intermediates, name, ocsp, now));
        let fault = match verified {
            Some(Ok(verified)) => return Ok(verified),
            Some(Err(error)) => CertificateFault::of(&error),
            None => CertificateFault::UnknownIssuer,
        };
        self.fault.get_or_init(|| fault);
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        self.signed(verify_tls12_signature(message, cert, dss, algorithms))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        self.signed(verify_tls13_signature(message, cert, dss, algorithms))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_certificates_have_reasons() {
        use CertificateFault as F;
        for (error, fault) in [
            (CertificateError::UnknownIssuer, F::UnknownIssuer),
            (CertificateError::Expired, F::Expired),
            (CertificateError::NotValidYet, F::Expired),
            (CertificateError::NotValidForName, F::OtherName),
            (CertificateError::BadSignature, F::Invalid),
            (CertificateError::Revoked, F::Invalid),
        ] {
            assert_eq!(F::of(&Error::InvalidCertificate(error.clone())), fault, "{error:?}");
        }
        assert_eq!(F::of(&Error::DecryptError), F::Invalid);
    }
}
