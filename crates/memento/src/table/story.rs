//! Stories: JSON that Raintale tells a story from.

use serde_json::{Map, Value, json};

use super::{Row, Table};

/// What a story says besides its mementos.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Story {
    /// Its title.
    pub title: String,
    /// Who or what chose the mementos.
    pub generated_by: Option<String>,
    /// The address of the collection.
    pub collection_url: Option<String>,
    /// Address of the picture that stands for the story.
    pub image: Option<String>,
    /// Further names and values, for templates.
    pub metadata: Vec<(String, String)>,
    /// Beginning of the addresses of a replay system, put before time and original of each memento in
    /// the place of its URI-M.
    pub replay: Option<String>,
}

/// A memento that no reader of the story could open. The number is that of its row, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "row {0}: {1}: no address of a memento that a browser can open; name a replay system for it"
)]
pub struct NoAddress(pub usize, pub String);

/// The story of the mementos of a table, in their order: a `link` element each.
///
/// # Errors
/// With the first memento without an address of a web server.
pub fn story(table: &Table, story: &Story) -> Result<Value, NoAddress> {
    let mut object = Map::new();
    object.insert("title".to_owned(), json!(story.title));
    for (key, value) in [
        ("collection_url", &story.collection_url),
        ("generated_by", &story.generated_by),
        ("story image", &story.image),
    ] {
        if let Some(value) = value {
            object.insert(key.to_owned(), json!(value));
        }
    }
    let metadata: Map<String, Value> =
        story.metadata.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    object.insert("metadata".to_owned(), Value::Object(metadata));
    let element = |(number, row): (usize, &Row)| {
        let uri_m = address(row, story);
        match uri_m.starts_with("http://") || uri_m.starts_with("https://") {
            true => Ok(json!({"type": "link", "value": uri_m})),
            false => Err(NoAddress(number, uri_m)),
        }
    };
    let elements: Vec<Value> = (1..).zip(&table.rows).map(element).collect::<Result<_, _>>()?;
    object.insert("elements".to_owned(), Value::Array(elements));
    Ok(Value::Object(object))
}

/// The address of a memento in a story: in the archive that replays it, if one is named.
fn address(row: &Row, story: &Story) -> String {
    let replayed = story.replay.as_deref().and_then(|beginning| {
        let time = crate::date::cdx_timestamp(row.unix_ms()?);
        Some(format!("{}/{time}/{}", beginning.trim_end_matches('/'), row.url()))
    });
    replayed.unwrap_or_else(|| row.uri_m().to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const TABLE: &str = "urim\n\
        http://a.example/20140127171200/http://x.org/\nfrom-warc::20150127171200::http://y.org/\n";

    #[test]
    fn links_are_in_the_order_of_the_table() {
        let table = read(TABLE).expect("a table").0;
        let told = Story {
            title: "Fog".to_owned(),
            collection_url: Some("http://c.example/".to_owned()),
            generated_by: Some("DSA1".to_owned()),
            metadata: vec![("place".to_owned(), "harbour".to_owned())],
            replay: Some("http://r.example/web/".to_owned()),
            ..Story::default()
        };
        let expected = json!({
            "title": "Fog", "collection_url": "http://c.example/", "generated_by": "DSA1",
            "metadata": {"place": "harbour"},
            "elements": [
                {"type": "link", "value": "http://r.example/web/20140127171200/http://x.org/"},
                {"type": "link", "value": "http://r.example/web/20150127171200/http://y.org/"},
            ],
        });
        assert_eq!(story(&table, &told), Ok(expected));
    }

    #[test]
    fn a_memento_without_an_address_is_named() {
        let table = read(TABLE).expect("a table").0;
        let told = Story { title: "Fog".to_owned(), ..Story::default() };
        let uri_m = "from-warc::20150127171200::http://y.org/".to_owned();
        assert_eq!(story(&table, &told), Err(NoAddress(2, uri_m)));
        let none = story(&Table::default(), &told).expect("no memento");
        assert_eq!(none, json!({"title": "Fog", "metadata": {}, "elements": []}));
    }
}
