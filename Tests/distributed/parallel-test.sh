#!/bin/sh
# Renders a sequence with GNU parallel on this machine, with Examples/distributed/parallel.sh.
set -eu
. "$(dirname "$0")/set-up.sh"
needs parallel
begin
export PARALLEL_HOME="$scratch/parallel"
mkdir parallel
touch parallel/will-cite

# Several shards at once, also where there is one processor.
render() { sequence sh "$examples/parallel.sh" 3/: 7 "$@" 2>>log; }

sequence "$DOTRANSITION" -o expected
render -o 'a (new) folder' || fail "$(cat log)"
same 'a (new) folder'
echo "ok: 7 shards make the frames of one run"

mkdir -p gap/f003.png gap/f013.png
status=0
render -o gap || status=$?
[ $status -eq 2 ] || fail "two shards find a folder in the way, the status is $status: $(cat log)"
rmdir gap/f003.png gap/f013.png
missing=$(sequence "$DOTRANSITION" -o gap --missing) && fail "--missing sees no gap"
[ "$missing" = 3-5,13-16 ] || fail "--missing prints $missing"
touch before
render -o gap || fail "$(cat log)"
same gap
made=$(find gap -name 'f*' -newer before | sort | sed 's,gap/f0*,,; s,[.]png,,' | tr '\n' ' ')
[ "$made" = "3 4 5 13 14 15 16 " ] || fail "the second run made $made"
echo "ok: the status counts shards that fail, and the same command again makes what is not there"

if expect_film; then
  sh "$examples/parallel.sh" 3/: 4 @film.list -o film.mp4 --parts 'the parts' 2>>log ||
    fail "$(cat log)"
  same_film film.mp4 'the parts'
  echo "ok: 4 shards make the parts of a film, and the script joins them"
fi
