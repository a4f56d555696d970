#!/usr/bin/env python3
# A form for the parameters of each transition, and a frame at each end of each parameter:
# form.py DIRECTORY [NAME...], for all transitions or for some, by the names that dotransition -l prints.
import html, json, os, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
tool = os.environ.get("DOTRANSITION", here + "/../.build/release/dotransition")
out, names = sys.argv[1], sys.argv[2:]
pictures = [here + "/day.svg", here + "/night.svg"]
fixed = {"boolean": ["false", "true"], "point": ["0,0", "100%,100%"],
         "rectangle": ["0,0,100%,100%", "0,0,1,1"]}
inputs = {"number": "range", "integer": "number", "boolean": "checkbox", "image": "file"}

def run(*words):
    return subprocess.run([tool, *words], capture_output=True, text=True, check=True).stdout

def ends(p):  # as the option takes them
    if p["type"] == "image":
        return p.get("names", []) + pictures[1:]
    numbers = {p[key] for key in ("min", "max", "least", "greatest") if key in p} or {0, 1}
    count = p.get("count", 4 if p["type"] == "color" else 1)
    return fixed.get(p["type"]) or [",".join([str(number)] * count) for number in sorted(numbers)]

def words(p, value):
    *before, last = p["option"].split(" ")
    return [*before, last + value] if last.endswith("=") else [last, value]

def field(p):
    facts = {"min": "min", "max": "max", "default": "value", "unset": "placeholder"}
    told = "".join(f' {facts[key]}="{html.escape(str(p[key]))}"' for key in facts if key in p)
    told += " required" * p["required"]
    kind = inputs.get(p["type"], "text")
    return f'<p>{html.escape(p["description"])} <input type="{kind}" name="{p["option"]}"{told}>'

filters = json.loads(run("--filterproperties"))
unknown = set(names) - {f["cifiltername"] for f in filters}
if unknown:
    sys.exit("form.py: no such transition: " + ", ".join(sorted(unknown)))
os.makedirs(out, exist_ok=True)
with open(out + "/form.html", "w") as page:
    for f in filters:
        name, own = f["cifiltername"], f["cifilterproperties"]
        if names and name not in names:
            continue
        page.write(f"<form><h2>{name}</h2>" + "".join(map(field, own)) + "</form>\n")
        job = [*pictures, "--transition", name, "--time", "0.5", "--size", "96x54", "-q"]
        for p in own:
            needed = [w for q in own if q["required"] and q is not p for w in words(q, ends(q)[0])]
            for number, value in enumerate(ends(p)):
                file = f"{out}/{name}-{p['cifilterkey']}-{number}.png"
                run(*job, *needed, *words(p, value), "-o", file)
