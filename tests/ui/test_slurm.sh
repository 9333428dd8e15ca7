#!/usr/bin/env bash
# A sweep on a real Slurm, on loopback: the array and the job that merges give the bytes of one process, for any number of
# tasks; a task that was killed is named with the list to submit again, and submitting that completes the sweep.
source tests/ui/cli_support.bash
[ "${SLOW_BUILD:-0}" = 0 ] || exit 77 # the same in every build: once is enough

skip() {
    echo "SKIP: $*"
    exit 77
}
for program in slurmctld slurmd munged sbatch squeue scancel sinfo; do
    [[ -x $(PATH=$PATH:/usr/sbin:/sbin command -v $program) ]] ||
        skip "Slurm is not installed ($program is missing): apt-get install slurm-wlm munge, then this test submits real jobs"
done
[[ $(id -u) -eq 0 ]] || skip "starting a Slurm of its own takes root"
PATH=$PATH:/usr/sbin:/sbin

cd "$work" || exit 1
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
mkdir -p state spool /run/munge
chmod 755 "$work" /run/munge
chown munge:munge /run/munge
cat >"$SLURM_CONF" <<END
ClusterName=wattif
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
MpiDefault=none
ReturnToService=2
SwitchType=switch/none
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MinJobAge=60
$(slurmd -C | sed -n "s/^NodeName=$host \(.*\) UpTime.*/\1/p; s/^NodeName=[^ ]* \(CPUs.*\)/\1/p" | head -1 | sed "s/^/NodeName=$host NodeAddr=127.0.0.1 State=UNKNOWN /")
PartitionName=debug Nodes=ALL Default=YES State=UP
END

# shellcheck disable=SC2317 # the trap calls it
stop() {
    kill "$(cat slurmd.pid 2>/dev/null)" "$(cat slurmctld.pid 2>/dev/null)" "$(cat munge/munged.pid 2>/dev/null)" 2>/dev/null
    rm -rf "$work"
}
trap stop EXIT
mkdir munge
dd if=/dev/urandom bs=128 count=1 of=munge/key 2>/dev/null
chmod 600 munge/key
chown -R munge:munge munge
chmod 755 munge
runuser -u munge -- munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/munged.pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>"$work/munged.err" || skip "munged does not start here: $(tail -1 "$work/munged.err")"
slurmctld -f "$SLURM_CONF" -c || skip "slurmctld does not start here: $(tail -1 slurmctld.log)"
slurmd -f "$SLURM_CONF" || skip "slurmd does not start here: $(tail -1 slurmd.log)"
for ((i = 0; i < 60; i++)); do
    [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
    sleep 0.5
done
[[ $(sinfo -h -o %T 2>/dev/null) == idle ]] || skip "the node does not come up: $(sinfo -h -o '%T %E'; tail -2 slurmctld.log)"

# Waits until this Slurm has nothing left to do.
ended() {
    local queue
    for ((i = 0; i < 600; i++)); do
        queue=$(squeue -h 2>/dev/null) && [[ -z $queue ]] && return
        sleep 0.2
    done
    fail "the jobs do not end: $(squeue)"
}

export WATTIF=$wattif
axes=(--vary cit=.9:1.1:.05 --vary "policy.route=carbondis,dybatch" --replicate 2)
expect 0 "$wattif" sweep carbondis-set1 "${axes[@]}" --format csv
cp "$work/out" one.csv
expect 0 "$wattif" sweep carbondis-set1 "${axes[@]}" --slurm night.sh --tasks 3
expect 0 ./night.sh
ended
cmp night.sh.csv one.csv || { fail "three tasks join to other bytes"; cat night.sh.shards/*.log; }

# Tasks that were killed: named, and submitted again by the list that is printed.
rm night.sh.csv night.sh.shards/shard-00000{1,3}-of-000003.csv
expect 2 ./night.sh merge
says 'submit them again with --array=1,3'
expect 0 env ARRAY="$(sed -n 's/.*--array=//p' "$work/err")" ./night.sh
ended
cmp night.sh.csv one.csv || fail "what was submitted again does not complete the sweep"

# One that is cancelled in the middle leaves no shard, and the job that merges says so.
expect 0 "$wattif" sweep carbondis-set1 --vary cit=0:2:.0005 --slurm long.sh --tasks 1
expect 0 ./long.sh
array=$(head -1 "$work/out")
for ((i = 0; i < 300; i++)); do
    [[ -n $(compgen -G 'long.sh.shards/shard-*') ]] && break
    sleep 0.1
done
scancel "$array"
ended
[[ ! -e long.sh.csv ]] || fail "a sweep without its shard was joined"
grep -q 'holds no shard' long.sh.shards/merge.log || fail "the job that merges does not say what is missing: $(cat long.sh.shards/*.log)"

finish
