//! Any bytes as evidence that a stage wrote to disk. What is read is written and read again as the
//! same.

use scutch_template::{HostEvidence, HostPages, Summary};
use scutch_topic::{CaptureObservation, HostGroup};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// One execution; the first byte chooses what the others are.
pub fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 5 {
        0 => again::<Summary>(bytes),
        1 => again::<HostPages>(bytes),
        2 => again::<HostEvidence>(bytes),
        3 => again::<CaptureObservation>(bytes),
        _ => {
            if let Ok(group) = postcard::from_bytes::<HostGroup>(bytes) {
                let _ = group.captures();
            }
        }
    }
}

fn again<T: Serialize + DeserializeOwned>(bytes: &[u8]) {
    let Ok(read) = postcard::from_bytes::<T>(bytes) else { return };
    let Ok(written) = postcard::to_allocvec(&read) else { return };
    let second = postcard::from_bytes::<T>(&written).expect("what was written is read");
    assert!(postcard::to_allocvec(&second).expect("memory") == written, "another value");
}
