//! The parser through its public interface: conformance tests, and html5ever as an oracle.

mod cases;
mod differential;
mod hostile;
mod html5lib;
mod oracle;
mod outline;
mod syntax;
mod tokenizer;
