"""Trees of LightGBM in the form that `scutch_learn::Trees` reads."""

# Settings of all trees, under which the same grow from the same rows.
STEADY = {
    "max_bin": 63,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


def table(model, names, what):
    """The table of a model; `what` says in its first line what the trees are and what made them."""
    used, lines = {}, []
    for tree in model.dump_model()["tree_info"]:
        nodes = []
        walk(tree["tree_structure"], used, nodes)
        lines.append("tree\t" + " ".join(nodes))
    order = " ".join(names[feature] for feature in used)
    return "\n".join([f"# {what}", "base\t0", f"features\t{order}", *lines]) + "\n"


def walk(node, used, nodes):
    """A tree in preorder; `used` numbers the features in the order of their first use."""
    if "leaf_value" in node:
        nodes.append(f"{node['leaf_value']:.4g}")
        return
    feature = used.setdefault(node["split_feature"], len(used))
    nodes.append(f"{feature}:{node['threshold']:.6g}:{node['internal_value']:.4g}")
    walk(node["left_child"], used, nodes)
    walk(node["right_child"], used, nodes)
