#!/usr/bin/env bash
# A store is damaged, and what people ask of it first is asked: lists, things, and one of the screens. Each answer is what it was, or the
# command says that the store is damaged. Bits are flipped, pages swapped and zeroed, bursts of bytes made noise; twelve
# changes, or as many as WATTIF_FLIPS says (2,000 with --long), from WATTIF_SEED on.
[ "${SLOW_BUILD:-0}" != 1 ] || exit 77 # each command starts a process
source tests/ui/cli_support.bash
changes=${WATTIF_FLIPS:-$([ -n "${WATTIF_LONG:-}" ] && echo 2000 || echo 12)}

store=$work/whole.db
new_store "$store"
expect 0 "$wattif" --db "$store" --quiet run carbondis-set1 --save r1
expect 0 "$wattif" --db "$store" --quiet run carbondis-fig2 --save r2

python3 - "$wattif" "$store" "$changes" "${WATTIF_SEED:-1}" <<'PYTHON' || fail "answers of a damaged store (see above)"
import collections, os, random, subprocess, sys, time

program, store, changes, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PAGE = 4096
whole = open(store, "rb").read()
pages = len(whole) // PAGE
flipped = os.path.join(os.path.dirname(store), "flipped.db")
commands = [f"list {kind} --format csv" for kind in ("traces", "profiles", "workloads", "scenarios", "runs")]
commands += ["show trace us-cal-ciso-2022-direct", "show profile inception-v3", "show scenario carbondis-set1", "show run r1", "show run r2"]
screens = [f"screen carbondis-fig2 --view {view}" for view in ("library", "traces", "runs", "save", "palette", "scenarios", "fleet")]


def put(data):
    for end in ("-wal", "-shm", "-journal"):
        if os.path.exists(flipped + end):
            os.unlink(flipped + end)
    with open(flipped, "wb") as file:
        file.write(data)


def ask(command):
    done = subprocess.run([program, "--db", flipped] + command.split(), capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def change(data, kind, draw):
    a, b = draw.randrange(1, pages), draw.randrange(1, pages)
    if kind == 0:
        at, bit = draw.randrange(len(data)), draw.randrange(8)
        data[at] ^= 1 << bit
        return f"bit {bit} of byte {at} flipped"
    if kind == 1:
        data[a * PAGE:(a + 1) * PAGE], data[b * PAGE:(b + 1) * PAGE] = whole[b * PAGE:(b + 1) * PAGE], whole[a * PAGE:(a + 1) * PAGE]
        return f"pages {a} and {b} swapped"
    if kind == 2:
        at, n = draw.randrange(len(data) - 64), draw.randrange(2, 64)
        data[at:at + n] = draw.randbytes(n)
        return f"{n} bytes of noise at {at}"
    data[a * PAGE:(a + 1) * PAGE] = bytes(PAGE)
    return f"page {a} zeroed"


put(whole)
right = {command: ask(command) for command in commands + screens}
wrong = [f"whole: {command}: {right[command][2]}" for command in right if right[command][0] != 0]
counts = collections.Counter()
for k in range(changes):
    draw, data = random.Random(f"{seed}/{k}"), bytearray(whole)
    what = change(data, k % 4, draw)
    put(data)
    for command in commands + [draw.choice(screens)]:
        status, out, err = ask(command)
        told = b"damage" in out or b"damage" in err
        answer = "right" if status == 0 and out == right[command][1] else "told" if status == 0 and told else \
            "refused" if status in (2, 3) and err else "wrong"
        counts[answer] += 1
        if answer == "wrong":
            wrong.append(f"change {k}, {what}: {command}: status {status}: {err.decode(errors='replace')[:200]}")
            was = right[command][1].splitlines()
            lines = [line for line in out.splitlines() if line not in was]
            wrong += [f"    {line.decode(errors='replace')[:160]}" for line in lines[:4]]
            print(*wrong[-1 - len(lines[:4]):], sep="\n", flush=True)
print(f"{changes} changes of seed {seed}: {counts['wrong']} of {sum(counts.values())} answers are wrong; {dict(counts)}")
sys.exit(1 if wrong else 0)
PYTHON

finish
