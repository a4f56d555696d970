#!/bin/sh
# Renders a sequence as a job array on a real Slurm, with Examples/distributed/slurm.sbatch.
#
# usage: slurm-test.sh              all shards, some again, one twice at once, one that fails
#        slurm-test.sh --node-loss  a node is lost in mid-run
#        slurm-test.sh --times      no test: seconds of a job on one node and on both
set -eu
. "$(dirname "$0")/set-up.sh"
. "$(dirname "$0")/slurm-cluster.sh"
case $# in 0) part=short ;; *) part=$1 ;; esac
case $part in
  short | --node-loss | --times) ;;
  *)
    sed -n '4,6s/^# //p' "$0" >&2
    exit 64
    ;;
esac

# Submits tasks of the sequence and prints the job's number: INDEXES SHARDS OPTION...
submit() {
  indexes=$1
  shift
  sequence sbatch --parsable --array="$indexes" --output="task-%A-%a.out" \
    "$examples/slurm.sbatch" "$@"
}

finish() {
  wait_for 60 is_idle || fail "the queue does not end: $(squeue)"
}

# A fact of a task, as Slurm tells it: JOB INDEX NAME
fact() { scontrol show job -o "$1_$2" | tr ' ' '\n' | sed -n "s/^$3=//p"; }

# Fails unless a task has ended so: JOB INDEX STATE STATUS
ended() {
  state="$(fact "$1" "$2" JobState) $(fact "$1" "$2" ExitCode)"
  [ "$state" = "$3 $4:0" ] || fail "task $2 is $state: $(cat "task-$1-$2.out")"
}

short_part() {
  job=$(submit 1-4 4 -o whole)
  finish
  for task in 1 2 3 4; do ended "$job" $task COMPLETED 0; done
  nodes=$(for task in 1 2 3 4; do fact "$job" $task BatchHost; done | sort -u | tr '\n' ' ')
  [ "$nodes" = "n1 n2 " ] || fail "tasks ran on $nodes only"
  same whole
  echo "ok: 4 shards on 2 nodes make the frames of one run"

  rm whole/f006.png whole/f007.png whole/f008.png whole/f020.png
  missing=$(sequence "$DOTRANSITION" -o whole --missing) && fail "--missing sees no gap"
  [ "$missing" = 6-8,20 ] || fail "--missing prints $missing"
  touch before
  job=$(submit 2,4 4 -o whole)
  finish
  for task in 2 4; do ended "$job" $task COMPLETED 0; done
  made=$(find whole -name 'f*' -newer before | sort | tr '\n' ' ')
  [ "$made" = "whole/f006.png whole/f007.png whole/f008.png whole/f020.png " ] ||
    fail "shards 2 and 4 made $made"
  same whole
  echo "ok: shards 2 and 4 again make the 4 frames that were removed, and no other"

  job=$(submit 1 1 -o twice)
  other=$(submit 1 1 -o twice)
  finish
  ended "$job" 1 COMPLETED 0
  ended "$other" 1 COMPLETED 0
  [ "$(fact "$job" 1 BatchHost)" != "$(fact "$other" 1 BatchHost)" ] || fail "both on one node"
  same twice
  echo "ok: the same shard on both nodes at once makes the frames of one run"

  set -- -d "$root/Examples/day.svg" --hold 4
  sequence "$DOTRANSITION" -o slides-whole -q "$@"
  job=$(submit 1-3 3 -o slides "$@")
  finish
  for task in 1 2 3; do ended "$job" $task COMPLETED 0; done
  diff -r -x '.f*.dotransition' slides-whole slides >&2 || fail "a slideshow is not what one run makes"
  [ "$(find slides -name 'f*' | wc -l)" -eq 56 ] || fail "a slideshow has other frames"
  echo "ok: 3 shards of a slideshow of 3 pictures make the frames of one run"

  if expect_film; then
    set -- @film.list -o film.mp4 --parts parts
    job=$(sbatch --parsable --array=1-3 --output="task-%A-%a.out" "$examples/slurm.sbatch" 3 "$@")
    film=$(sbatch --parsable --dependency=afterok:"$job" --output=join.out \
      "$examples/slurm.sbatch" join "$@")
    finish
    for task in 1 2 3; do ended "$job" $task COMPLETED 0; done
    [ "$(scontrol show job -o "$film" | tr ' ' '\n' | sed -n 's/^ExitCode=//p')" = 0:0 ] ||
      fail "joining fails: $(cat join.out)"
    same_film film.mp4 parts
    echo "ok: 3 shards on 2 nodes make the parts of a film, and a task that waits for them joins it"
  fi

  mkdir -p gap/f003.png
  job=$(submit 1-4 4 -o gap)
  finish
  ended "$job" 1 FAILED 73
  for task in 2 3 4; do ended "$job" $task COMPLETED 0; done
  rmdir gap/f003.png
  missing=$(sequence "$DOTRANSITION" -o gap --missing) && fail "--missing sees no gap"
  [ "$missing" = 0-5 ] || fail "--missing prints $missing"
  submit 1 1 -o gap --frames "$missing" >/dev/null
  finish
  same gap
  echo "ok: a folder in the way fails its task alone; --missing names its frames"
}

node_loss() {
  job=$(submit 1-4 4 -o whole)
  # The second shard has begun and has the most of its work before it.
  wait_for 30 test -e "$(shard_frame 2)" || fail "shard 2 does not begin"
  node=$(fact "$job" 2 BatchHost)
  lost=$(processes "$node")
  # shellcheck disable=SC2086 # A list of numbers.
  kill -KILL $lost
  touch lost
  echo "killed: $node with task 2, after $(find whole -name 'f*.png' | wc -l) of $count frames"
  wait_for 60 has_restarted || fail "task 2 is not begun anew"
  echo "Slurm begins task 2 anew on $(fact "$job" 2 BatchHost)"
  finish
  for task in 1 2 3 4; do ended "$job" $task COMPLETED 0; done
  [ "$(fact "$job" 2 BatchHost)" != "$node" ] || fail "task 2 ran on the lost node"
  [ -z "$(find "$(shard_frame 2)" -newer lost)" ] || fail "a finished frame was made again"
  # A process that is killed can leave a hidden file.
  same whole '.*'
  echo "ok: a lost node costs the frames in work, and the others are those of one run"
}

# The first frame of a shard of 4.
shard_frame() { printf 'whole/f%03d.png' $((($1 - 1) * count / 4)); }
has_restarted() {
  [ "$(fact "$job" 2 Restarts)" = 1 ] && [ "$(fact "$job" 2 JobState)" != PENDING ]
}

measure() {
  echo "$count frames of $size:"
  timed "one process" sequence "$DOTRANSITION" -o local --jobs 1
  scontrol update nodename=n2 state=drain reason=times
  timed "8 tasks, 1 node" all_of one
  scontrol update nodename=n2 state=resume
  timed "8 tasks, 2 nodes" all_of two
  timed "8 tasks, 2 nodes, nothing to do" all_of two
}

timed() {
  name=$1
  shift
  began=$(date +%s%N)
  "$@"
  echo "$(($(date +%s%N) - began))" | awk -v name="$name" '{ printf "%7.1f s  %s\n", $1 / 1e9, name }'
}

all_of() {
  submit 1-8 8 -o "$1" >/dev/null
  wait_for 600 is_idle || fail "the queue does not end"
}

case $part in
  short) count=24 ;;
  --node-loss) count=80 size=2560x1440 ;;
  --times) count=1600 size=1920x1080 ;;
esac
begin
[ "$part" = --times ] || sequence "$DOTRANSITION" -o expected
start_cluster
case $part in
  short) short_part ;;
  --node-loss) node_loss ;;
  --times) measure ;;
esac
