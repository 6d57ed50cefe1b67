"""Writes the C++ of the documentation as programs into a folder: doc_programs.py SOURCE FOLDER

Every ```cpp block of README.md, and those of the pages that have a main(). A block without includes or without main() gets
the lines that the text around it names.
"""

import pathlib
import re
import sys

PAGES = ["README.md", "docs/integration.md", "docs/tutorial.md"]
INCLUDES = "#include <bellwether/model/state_model.h>\n#include <bellwether/run/run.h>\n\n#include <cmath>\n\n"


def program(block: str) -> str:
    if "#include <bellwether/" not in block:
        block = INCLUDES + block
    if "int main(" not in block:
        block += "\nint main() {}\n"
    return block


def main() -> None:
    source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for page in PAGES:
        text = (source / page).read_text(encoding="utf-8")
        blocks = re.findall(r"^```cpp\n(.*?)^```$", text, re.M | re.S)
        if page != "README.md":
            blocks = [b for b in blocks if "int main(" in b]
        for i, block in enumerate(blocks):
            name = f"{pathlib.Path(page).stem.lower()}_{i + 1}.cpp"
            (folder / name).write_text(program(block), encoding="utf-8")
            written += 1
    if written < 2:
        sys.exit("the documentation has no C++ programs any more: adapt PAGES")


if __name__ == "__main__":
    main()
