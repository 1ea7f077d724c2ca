//! JSON in pages, and paths into it.

use serde_json::Value;

use crate::file::Fault;

/// A path such as `data.items.*.url`; `*` stands for every element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonPath(Vec<String>);

impl JsonPath {
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        // JSONPath begins with the root.
        let text = text.strip_prefix("$.").unwrap_or(text);
        let steps: Vec<String> = text.split('.').map(str::to_owned).collect();
        match steps.iter().any(String::is_empty) && text != "$" {
            true => Err(Fault::new(
                "the path into JSON has an empty step",
                "write names, numbers and * with dots between them: data.items.*.url",
            )),
            false => Ok(Self(if text == "$" { Vec::new() } else { steps })),
        }
    }

    /// The values at the end of the path, in document order.
    pub(crate) fn values<'v>(&self, root: &'v Value) -> Vec<&'v Value> {
        let mut values = vec![root];
        for step in &self.0 {
            values = values.into_iter().flat_map(|value| children(value, step)).collect();
        }
        values
    }
}

fn children<'v>(value: &'v Value, step: &str) -> Vec<&'v Value> {
    match value {
        Value::Array(list) if step == "*" => list.iter().collect(),
        Value::Object(map) if step == "*" => map.values().collect(),
        Value::Array(list) => {
            step.parse().ok().and_then(|number: usize| list.get(number)).into_iter().collect()
        }
        Value::Object(map) => map.get(step).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A scalar as text; `None` for objects, lists and null.
pub(crate) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The first JSON value in a text, which scripts may surround with code (`var x = {...};`).
pub(crate) fn find_json(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    // Code has brackets of its own, so several are tried; each try may read to the end of the text.
    let starts = text.char_indices().filter(|(_, c)| matches!(c, '{' | '[')).take(MAX_TRIES);
    for (start, _) in starts {
        // As a stream: code may follow the value, which parsing the whole would refuse.
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        if let Some(Ok(value @ (Value::Object(_) | Value::Array(_)))) = values.next() {
            return Some(value);
        }
    }
    None
}

/// Brackets at which JSON is looked for.
const MAX_TRIES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_values_in_document_order() {
        let json = find_json("var x = {\"a\": [{\"u\": \"1\"}, {\"u\": 2}, {}], \"b\": null}; f()")
            .expect("JSON");
        let texts = |path: &str| -> Vec<_> {
            let path = JsonPath::parse(path).expect("a path");
            path.values(&json).into_iter().filter_map(scalar_text).collect()
        };
        assert_eq!(texts("a.*.u"), ["1", "2"]);
        assert_eq!(texts("$.a.1.u"), ["2"]);
        assert_eq!(texts("a.9.u"), [""; 0]);
        assert_eq!(texts("b"), [""; 0]);
        assert!(JsonPath::parse("a..b").is_err());
    }
}
