//! Paths into JSON.

use serde_json::Value;

use crate::file::Fault;

/// A path such as `data.items.*.url`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonPath(Vec<String>);

impl JsonPath {
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
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

    /// The values at the ends of the path, in document order.
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

/// What a value is written as; objects and lists are not text.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The JSON in a text that may have other things around it, as scripts do (`var x = {...};`).
pub(crate) fn find(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    // The first bracket that begins a value; a few tries, because code has brackets of its own.
    let starts = text.char_indices().filter(|(_, c)| matches!(c, '{' | '[')).take(TRIES);
    for (start, _) in starts {
        let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
        if let Some(Ok(value @ (Value::Object(_) | Value::Array(_)))) = values.next() {
            return Some(value);
        }
    }
    None
}

/// Brackets that are tried.
const TRIES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_values_in_document_order() {
        let json = find("var x = {\"a\": [{\"u\": \"1\"}, {\"u\": 2}, {}], \"b\": null}; f()")
            .expect("JSON");
        let texts = |path: &str| -> Vec<_> {
            let path = JsonPath::parse(path).expect("a path");
            path.values(&json).into_iter().filter_map(text).collect()
        };
        assert_eq!(texts("a.*.u"), ["1", "2"]);
        assert_eq!(texts("$.a.1.u"), ["2"]);
        assert_eq!(texts("a.9.u"), [""; 0]);
        assert_eq!(texts("b"), [""; 0]);
        assert!(JsonPath::parse("a..b").is_err());
    }
}
