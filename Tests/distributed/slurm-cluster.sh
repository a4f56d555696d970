# shellcheck shell=sh disable=SC2154 # $scratch is of set-up.sh.
# A Slurm of two nodes, n1 and n2, on this machine: without root, with its own ports and state in
# the scratch folder, and ended by clean_up.
PATH=$PATH:/usr/sbin
needs munged slurmctld slurmd sbatch

# Starts a daemon of the cluster in a folder of its own, by which its processes are found.
start() {
  mkdir -p "$1"
  (cd "$1" && shift && exec "$@") >"$1.log" 2>&1 &
}

start_cluster() {
  umask 022
  user=$(id -un)
  # Below the ports that the system gives out, and not the same for two tests at once.
  port=$((20000 + $$ % 4000 * 3))
  export SLURM_CONF="$scratch/slurm.conf"
  # Nodes that do not answer for 4 s are lost; a task of theirs begins anew when its credential
  # has expired, for which 5 s is the least. Nodes have one processor, whatever the machine has.
  cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$(uname -n | cut -d. -f1)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthInfo=socket=$scratch/munge.socket,cred_expire=5
StateSaveLocation=$scratch/slurmctld
SlurmdSpoolDir=$scratch/%n
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/%n.pid
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
SlurmdTimeout=4
MessageTimeout=2
BatchStartTimeout=4
KillWait=2
NodeName=n1 NodeHostname=n1 NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=n2 NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=render Nodes=n1,n2 Default=YES
END
  (umask 077 && head -c 1024 /dev/urandom >munge.key)
  # munged wants everybody to be able to reach its socket.
  chmod 711 "$scratch"
  start munged munged --foreground --socket="$scratch/munge.socket" \
    --key-file="$scratch/munge.key" --pid-file="$scratch/munged.pid" \
    --seed-file="$scratch/munge.seed" --log-file="$scratch/munge.log"
  wait_for 10 test -S munge.socket || fail "no munged: $(tail -n 3 munged.log)"
  start slurmctld slurmctld -D
  start n1 slurmd -D -N n1
  start n2 slurmd -D -N n2
  wait_for 20 is_up || fail "no cluster: $(tail -n 3 slurmctld.log n1.log n2.log)"
}

is_up() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq 2 ]; }
is_idle() { queue=$(squeue -h 2>/dev/null) && [ -z "$queue" ]; }

# The processes of a node: its daemon and the steps that this began, which work in its folder, and
# their tasks, which do not. With '*' all daemons and steps.
processes() {
  {
    find /proc -maxdepth 2 -name cwd -lname "${scratch:?}/$1"
    grep -lzx "SLURM_CONF=${scratch:?}/slurm.conf" /proc/[0-9]*/environ |
      xargs -r grep -lzx "SLURMD_NODENAME=$1"
  } 2>/dev/null | cut -d/ -f3
}

# Steps and tasks outlive their daemons, and whoever interrupts this test may have stopped those
# already. So all are killed, and again if one began another meanwhile.
clean_up() {
  if wait_for 10 are_gone; then wait; else echo "these go on: $found" >&2; fi
}

are_gone() {
  found=$(processes '*' && processes n1 && processes n2)
  [ -n "$found" ] || return 0
  # shellcheck disable=SC2086 # A list of numbers.
  kill -KILL $found 2>/dev/null || :
  return 1
}
