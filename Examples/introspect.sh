#!/bin/sh
# What a program can know: all parameters as a table, and the plan of a run.
set -eu
. "$(dirname "$0")/set-up.sh"
needs jq
goes_to "${1:-}" introspect

"$dotransition" --filterproperties | jq -r '.[] | .cifiltername as $filter
  | .cifilterproperties[] | [$filter, .option, .type, .default // .unset // ""] | @tsv' \
  >"$out/parameters.tsv"
"$dotransition" --transition flash -s "$examples/day.svg" -d "$examples/night.svg" \
  -o "$out" -b flash -c 5 --dry-run --json | jq '.frames' >"$out/plan.json"
made parameters.tsv "the parameters of all transitions"
made plan.json "the frames of a run"
