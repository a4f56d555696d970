#!/bin/sh
# Renders one shard of a sequence, or of the parts of a film, in an array job of Grid Engine, PBS or LSF. Not tested
# with any of them, only with their variables set by hand.
#
# usage, with the options of dotransition in place of the dots:
#   Grid Engine  qsub -cwd -t 1-8 array.sh 8 ...
#   PBS          qsub -J 1-8 -- /bin/sh "$PWD/array.sh" 8 ...
#   Torque       qsub -t 1-8 -F "8 ..." array.sh
#   LSF          bsub -J "turn[1-8]" sh array.sh 8 ...
#
# Of a film, `-o trip.mp4 --parts trip.parts`, the shards make the parts. When all are done,
# `dotransition ...` with the same options joins them.
#
# To render some again, give their indexes, and the same 8. DOTRANSITION names the tool if it is not
# in PATH.
set -eu
if [ $# -lt 2 ]; then
  echo "usage: array.sh SHARDS OPTION..., in an array job" >&2
  exit 64
fi
shards=$1
shift
index=${SGE_TASK_ID:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-${LSB_JOBINDEX:-}}}}
case $index in
  '' | undefined | 0) # Grid Engine and LSF set these outside arrays.
    echo "array.sh: not in an array job" >&2
    exit 64
    ;;
esac
cd "${PBS_O_WORKDIR:-.}"
exec "${DOTRANSITION:-dotransition}" "$@" --jobs 1 --shard "$index/$shards" --skip-existing
