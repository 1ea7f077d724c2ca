//! Structured data of an article, which the modern layout carries in its head.

use anyhow::Result;

use super::article::Head;

/// The article as schema.org has it. Only ASCII, so that it survives every legacy encoding.
pub(crate) fn json_ld(site: &str, url: &str, head: &Head) -> Result<String> {
    let person = |name: &String| serde_json::json!({ "@type": "Person", "name": name });
    let mut data = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": head.title,
        "description": head.teaser,
        "inLanguage": head.language,
        "mainEntityOfPage": url,
        "datePublished": head.published,
        "author": head.authors.iter().map(person).collect::<Vec<_>>(),
        "publisher": { "@type": "NewsMediaOrganization", "name": site },
        "keywords": head.keywords,
    });
    if let Some(modified) = &head.modified {
        data["dateModified"] = modified.as_str().into();
    }
    let json = serde_json::to_string(&data)?;
    let mut ascii = String::with_capacity(json.len());
    let mut units = [0; 2];
    for character in json.chars() {
        if character.is_ascii() && character != '<' {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            ascii.push_str(&format!("\\u{unit:04x}"));
        }
    }
    Ok(ascii)
}
