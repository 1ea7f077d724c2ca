"""Runs the notebooks, cell by cell. Without Polars and matplotlib they are skipped, and say so."""

import ast
import contextlib
import importlib
import io
import json
import os
import shutil
import sys
import unittest
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
#: A million URLs take the program in its development profile a minute.
SMALLER = ("URLS = 1_000_000", "URLS = 50_000")


def setUpModule():
    for name in ("polars", "matplotlib"):
        try:
            importlib.import_module(name)
        except ImportError:
            print(f"\nSKIPPED: notebooks need {name}", file=sys.stderr)
            raise unittest.SkipTest(f"notebooks need {name}") from None
    import matplotlib

    matplotlib.use("agg")


def run(name):
    """Runs a notebook in its folder: its variables, the values that its cells end with, and what it prints."""
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    variables, values, printed = {}, [], io.StringIO()
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"]).replace(*SMALLER)
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, f"{name}.ipynb, cell {number}", "exec"), variables)
            if last:
                values.append(eval(compile(ast.Expression(last.value), f"{name}.ipynb, cell {number}", "eval"), variables))
    return variables, values, printed.getvalue()


class Notebooks(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        os.chdir(NOTEBOOKS)
        self.addCleanup(os.chdir, before)

    def ran(self, name):
        import matplotlib.pyplot

        variables, values, printed = run(name)
        self.addCleanup(shutil.rmtree, variables["WORK"])
        self.addCleanup(matplotlib.pyplot.close, "all")
        self.figures = [matplotlib.pyplot.figure(number) for number in matplotlib.pyplot.get_fignums()]
        for figure in self.figures:
            [axes] = figure.axes
            self.assertTrue(axes.has_data())
        return variables, values, printed

    def test_corpus(self):
        variables, values, printed = self.ran("corpus")
        rows, counts = variables["rows"], variables["counts"]
        self.assertEqual(len(self.figures), 2)
        self.assertEqual(len(rows), counts["rows"])
        self.assertIn("srcdoc", variables["corpus"]._repr_html_())
        self.assertIn(variables["longest"]["url"], printed)
        self.assertIn("revisit-unresolved", printed)
        self.assertGreater(len(rows.drop_nulls("dup_of")), 0)
        self.assertEqual(sorted(set(variables["words"].columns) - {"year"}), ["de", "en", "hu"])

    def test_offtopic(self):
        variables, values, printed = self.ran("offtopic")
        agreement = variables["agreement"]
        self.assertEqual(len(agreement), 16)
        self.assertTrue((agreement["people"] == agreement["status"]).all())
        self.assertEqual(len(self.figures), 1)
        self.assertLess(len(variables["kept"]), len(variables["rows"]))
        self.assertGreater(len(variables["kept"]), 0)

    def test_urls(self):
        variables, values, printed = self.ran("urls")
        kept, sample, dropped = variables["kept"], variables["sample"], variables["dropped"]
        self.assertEqual(len(kept) + len(dropped), variables["URLS"])
        self.assertLess(len(sample), len(kept) / 3)
        self.assertLessEqual(set(sample), set(kept))
        self.assertEqual(variables["by_host"](sample).max(), 5)
        self.assertGreaterEqual(len(variables["reasons"]), 4)
        self.assertEqual(len(self.figures), 2)

    def test_they_are_stored_without_outputs(self):
        for path in NOTEBOOKS.glob("*.ipynb"):
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                self.assertEqual((cell.get("outputs", []), cell.get("execution_count")), ([], None), path.name)


if __name__ == "__main__":
    unittest.main()
