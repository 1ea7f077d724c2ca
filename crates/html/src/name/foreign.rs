//! Names of SVG and MathML, which have capitals or prefixes (WHATWG HTML, 13.2.6.5 and 13.2.6.1).

use std::sync::LazyLock;

use super::names::KNOWN;
use super::{Name, Namespace, Prefix};

/// Elements of SVG with capitals.
#[rustfmt::skip] // a table reads as a table
pub(super) const SVG_ELEMENTS: &[&str] = &[
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath", "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
    "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
];

/// Attributes of SVG with capitals.
#[rustfmt::skip]
pub(super) const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits", "diffuseConstant", "edgeMode",
    "filterUnits", "glyphRef", "gradientTransform", "gradientUnits", "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines",
    "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits",
    "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ",
    "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles",
    "surfaceScale", "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget",
    "xChannelSelector", "yChannelSelector", "zoomAndPan",
];

/// Attributes of MathML with capitals.
pub(super) const MATHML_ATTRIBUTES: &[&str] = &["definitionURL"];

/// Attributes with a namespace: as written, its prefix, and the local name.
pub(super) const PREFIXED: &[(&str, Prefix, &str)] = &[
    ("xlink:actuate", Prefix::Xlink, "actuate"),
    ("xlink:arcrole", Prefix::Xlink, "arcrole"),
    ("xlink:href", Prefix::Xlink, "href"),
    ("xlink:role", Prefix::Xlink, "role"),
    ("xlink:show", Prefix::Xlink, "show"),
    ("xlink:title", Prefix::Xlink, "title"),
    ("xlink:type", Prefix::Xlink, "type"),
    ("xml:lang", Prefix::Xml, "lang"),
    ("xml:space", Prefix::Xml, "space"),
    ("xmlns", Prefix::Xmlns, "xmlns"),
    ("xmlns:xlink", Prefix::Xmlns, "xlink"),
];

/// For each known name what becomes of it, sorted.
struct Tables {
    svg_elements: Vec<(Name, Name)>,
    svg_attributes: Vec<(Name, Name)>,
    mathml_attributes: Vec<(Name, Name)>,
    prefixed: Vec<(Name, (Prefix, Name))>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let capital = |names: &[&str]| {
        let pair = |name: &&str| Some((KNOWN.find(&name.to_ascii_lowercase())?, KNOWN.find(name)?));
        sorted(names.iter().filter_map(pair).collect())
    };
    let svg_elements = capital(SVG_ELEMENTS);
    let prefixed = |(written, prefix, local): &(&str, Prefix, &str)| {
        Some((KNOWN.find(written)?, (*prefix, KNOWN.find(local)?)))
    };
    Tables {
        svg_elements,
        svg_attributes: capital(SVG_ATTRIBUTES),
        mathml_attributes: capital(MATHML_ATTRIBUTES),
        prefixed: sorted(PREFIXED.iter().filter_map(prefixed).collect()),
    }
});

fn sorted<T>(mut table: Vec<(Name, T)>) -> Vec<(Name, T)> {
    table.sort_by_key(|(name, _)| *name);
    table
}

fn in_table<T: Copy>(table: &[(Name, T)], name: Name) -> Option<T> {
    table.binary_search_by_key(&name, |(key, _)| *key).ok().map(|at| table[at].1)
}

/// The name of an element of SVG as it is in the tree.
pub(crate) fn adjusted_element(name: Name) -> Name {
    in_table(&TABLES.svg_elements, name).unwrap_or(name)
}

/// The namespace and name of an attribute of a foreign element.
pub(crate) fn adjusted_attribute(namespace: Namespace, name: Name) -> (Prefix, Name) {
    if let Some(prefixed) = in_table(&TABLES.prefixed, name) {
        return prefixed;
    }
    let table = match namespace {
        Namespace::Svg => &*TABLES.svg_attributes,
        Namespace::MathMl => &*TABLES.mathml_attributes,
        Namespace::Html => &[],
    };
    (Prefix::None, in_table(table, name).unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_their_capitals_and_prefixes() {
        let name = |name| KNOWN.find(name).expect("a known name");
        assert_eq!(adjusted_element(name("foreignobject")), Name::FOREIGN_OBJECT);
        assert_eq!(adjusted_element(Name::P), Name::P);
        for (namespace, written, expected) in [
            (Namespace::Svg, "viewbox", (Prefix::None, "viewBox")),
            (Namespace::MathMl, "viewbox", (Prefix::None, "viewbox")),
            (Namespace::MathMl, "definitionurl", (Prefix::None, "definitionURL")),
            (Namespace::MathMl, "xlink:href", (Prefix::Xlink, "href")),
            (Namespace::Svg, "xmlns", (Prefix::Xmlns, "xmlns")),
        ] {
            let expected = (expected.0, name(expected.1));
            assert_eq!(adjusted_attribute(namespace, name(written)), expected, "{written}");
        }
        assert_eq!(TABLES.svg_elements.len(), SVG_ELEMENTS.len());
        assert_eq!(TABLES.prefixed.len(), PREFIXED.len());
    }
}
