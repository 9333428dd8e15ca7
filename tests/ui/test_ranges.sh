#!/bin/bash
# Every number of a profile and of a GPU type has a range, which its refusal tells; at both ends of it a run still comes to
# numbers that can be told, and beyond them nothing enters.
source tests/ui/cli_support.bash
header=gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source
cd "$work" || exit 1

# plausible KEY VALUE: own.csv, all as on a real GPU but for this.
plausible() {
    local -A is=([memory_gb]=40 [idle_power_w]=50 [power_limit_w]=300 [max_clock_mhz]=1400 [base_clock_mhz]=800 [embodied_kg]=30
        [lifetime_s]=1e8 [ha_w_per_k]=13 [alpha_per_s]=0.5 [latency_ms]=20 [power_w]=200 [accuracy]=70 [row_memory_gb]=2 [clock_mhz]=1400)
    is[$1]=$2
    local key device='"gpu": "OWN"'
    for key in memory_gb idle_power_w power_limit_w max_clock_mhz base_clock_mhz embodied_kg lifetime_s ha_w_per_k alpha_per_s; do
        device+=", \"$key\": ${is[$key]}"
    done
    printf '# device: {%s}\n%s\nOWN,whole,own,,1,%s,%s,%s,%s,%s,measured,here\n' "$device" $header "${is[clock_mhz]}" \
        "${is[latency_ms]}" "${is[power_w]}" "${is[accuracy]}" "${is[row_memory_gb]}" >own.csv
}

cat >own.json <<'EOF'
{"format": 1, "name": "own", "title": "", "source": "", "seed": 1, "trace": "us-cal-ciso-2022-direct",
 "start": "2022-01-13T20:00:00Z", "hours": 0.01, "warmup_s": 0,
 "fleets": {"f": {"gpus": [{"name": "g", "type": "OWN"}]}},
 "apps": [{"name": "a", "model": "own", "requests": 20, "slo_ms": 100,
           "arrivals": {"kind": "exponential", "mean_gap_ms": 100}, "batch": {"kind": "fixed", "size": 1}}],
 "policies": {"route": "fifo-pull", "tune": "fixed"},
 "knobs": {"embodied_multiplier": 10, "cooling": "water", "facility": "split"}}
EOF
for key in memory_gb idle_power_w power_limit_w max_clock_mhz base_clock_mhz embodied_kg lifetime_s ha_w_per_k alpha_per_s \
    latency_ms power_w accuracy row_memory_gb clock_mhz; do
    for beyond in 1e308 -1; do
        plausible $key $beyond
        refuse 2 ' takes [0-9.e-]+ to [0-9.]+( .*)?, not (1e\+?308|-1)$' "$wattif" import profile own.csv
    done
    read -r low high < <(sed -E 's/.* takes ([0-9.e-]+) to ([0-9.]+).*/\1 \2/' err)
    for end in "$low" "$high"; do
        plausible $key "$end"
        expect 0 "$wattif" import profile own.csv
        expect 0 "$wattif" run own.json --format json
        grep -qE '"total": [0-9]' out || fail "$key $end: no total"
        expect 0 "$wattif" run own.json
        grep -qE '\b-?(nan|inf)\b|[0-9]{20}' out && fail "$key $end: $(head -1 out)"
    done
done
finish
