# How long each test with arguments took, in seconds of all its cases together, from the event stream
# of Swift Testing. Of other tests the stream says when they were put into the queue, not when they
# began.
/"kind":"testCase(Started|Ended)"/ && match($0, /"absolute":[0-9.]+/) {
  instant = substr($0, RSTART + 11, RLENGTH - 11)
  if (!match($0, /"testID":"([^"\\]|\\.)*"/)) next
  test = substr($0, RSTART + 10, RLENGTH - 11)
  gsub(/\\/, "", test)
  seconds[test] += /"kind":"testCaseEnded"/ ? instant : -instant
}
END { for (test in seconds) printf "%7.1f  %s\n", seconds[test], test }
