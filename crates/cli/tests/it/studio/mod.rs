//! `scutch studio`: who is answered, labels by requests and by keys, hostile pages.

mod devtools;
mod guard;
mod hostile;
mod keys;
mod labels;
mod served;
