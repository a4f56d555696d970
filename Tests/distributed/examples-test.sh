#!/bin/sh
# Renders a sequence, and a film in parts, with make, array.sh, openjd.yaml and openjd-film.yaml of Examples/distributed, and reads
# k8s-job.yaml.
set -eu
. "$(dirname "$0")/set-up.sh"
needs make
begin
sequence "$DOTRANSITION" -o expected

# The shell that make starts takes the quotes away.
options="--transitionfilter mod -s '$root/Examples/day.svg' -d '$root/Examples/night.svg'"
options="$options --size 320x180 --fit cover -o made -b f -t png -c 24"
in_make() {
  make -s -f "$examples/Makefile" DOTRANSITION="'$DOTRANSITION'" SHARDS=5 OPTIONS="$options" "$@"
}
in_make 2
missing=$(in_make -i missing 2>/dev/null) || :
[ "$missing" = 0-3,9-23 ] || fail "after shard 2 'make missing' prints $missing"
touch before
in_make -j3
in_make missing
same made
[ -z "$(find made/f004.png -newer before)" ] || fail "make makes a frame again"
echo "ok: make"

film=false
if expect_film; then film=true; fi
if $film; then
  make -s -j2 -f "$examples/Makefile" DOTRANSITION="'$DOTRANSITION'" SHARDS=3 \
    OPTIONS="@film.list -o made.mp4 --parts made-parts" film 2>/dev/null
  same_film made.mp4 made-parts
  for index in 3 1 2; do
    SGE_TASK_ID=$index sh "$examples/array.sh" 3 @film.list -o array.mp4 --parts array-parts \
      2>/dev/null
    [ ! -e array.mp4 ] || fail "array.sh makes a film of a shard"
  done
  "$DOTRANSITION" @film.list -o array.mp4 --parts array-parts
  same_film array.mp4 array-parts
  echo "ok: films with make and array.sh"
fi

for variable in SGE_TASK_ID PBS_ARRAY_INDEX PBS_ARRAYID LSB_JOBINDEX; do
  for index in 3 1 2; do
    sequence env "$variable=$index" sh "$examples/array.sh" 3 -o "$variable"
  done
  same "$variable"
  touch before
  sequence env "$variable=1" sh "$examples/array.sh" 3 -o "$variable"
  [ -z "$(find "$variable" -name 'f*' -newer before)" ] || fail "array.sh makes a frame again"
done
for index in '' undefined 0; do
  sequence env SGE_TASK_ID=$index sh "$examples/array.sh" 3 -o none 2>/dev/null &&
    fail "array.sh renders outside an array, where the index is '$index'"
done
[ ! -e none ] || fail "array.sh renders outside an array"
echo "ok: array.sh, with the variables of its engines"

if command -v openjd >/dev/null 2>&1; then
  mkdir opened session
  TMPDIR=$scratch/session openjd run "$examples/openjd.yaml" -p Source="$root/Examples/day.svg" \
    -p Target="$root/Examples/night.svg" -p Folder="$scratch/opened" -p Count=4 -p Shards=3 \
    -p Tool="$DOTRANSITION" >log 2>&1 || fail "$(cat log)"
  "$DOTRANSITION" --transitionfilter pagecurl -s "$root/Examples/day.svg" \
    -d "$root/Examples/night.svg" --output 'paged/turn_%04d.png' -c 4
  diff -r -x '.turn*' paged opened || fail "openjd.yaml does not make the frames of one run"
  echo "ok: openjd.yaml"
  if $film; then
    TMPDIR=$scratch/session openjd run "$examples/openjd-film.yaml" --step Film --run-dependencies \
      -p List="$scratch/film.list" -p Parts="$scratch/opened-parts" -p Film="$scratch/opened.mp4" \
      -p Shards=3 -p Tool="$DOTRANSITION" >log 2>&1 || fail "$(cat log)"
    same_film opened.mp4 opened-parts
    echo "ok: openjd-film.yaml"
  fi
else
  echo "skipped: openjd.yaml: no openjd; pip install openjd-cli"
fi

if python3 -c 'import yaml' 2>/dev/null; then
  python3 - "$examples/k8s-job.yaml" >run.sh <<'END' || fail "k8s-job.yaml is not what it says"
import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))["spec"]
container = job["template"]["spec"]["containers"][0]
variables = {item["name"]: item["value"] for item in container["env"]}
assert variables == {"SHARDS": str(job["completions"])}, variables
print("SHARDS=%s; %s" % (variables["SHARDS"], container["args"][0].replace("$$", "$")))
END
  # A tool that prints the shard it is asked for.
  mkdir bin
  # shellcheck disable=SC2016 # The script's own variable.
  printf '#!/bin/sh\necho "$*"\n' >bin/dotransition
  chmod +x bin/dotransition
  for index in 0 7; do
    said=$(PATH=$scratch/bin:$PATH JOB_COMPLETION_INDEX=$index sh -eu run.sh)
    case $said in
      *" --shard $((index + 1))/8 --skip-existing") ;;
      *) fail "index $index of k8s-job.yaml runs: $said" ;;
    esac
  done
  echo "ok: k8s-job.yaml, as far as it can be read"
else
  echo "skipped: k8s-job.yaml: no python3-yaml"
fi
