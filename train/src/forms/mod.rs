//! Forms in which a page is learned a second time, because pages with known text are unlike
//! archived ones: in the markup of old, with boxes set into it, or cut short.

pub(crate) mod archaic;
pub(crate) mod boxes;
pub(crate) mod short;
