#!/bin/bash
# What somebody brings: files as grid operators, WattTime, Grafana and others write them are read as what they are, or refused
# with the way out; grams of another kind are held against no others.
source tests/ui/cli_support.bash
cd "$work" || exit 1

# hours HEADER VALUE: a day of hourly rows from 2022-01-13 on, the value going up a little.
hours() { echo "$1"; for ((h = 0; h < 24; h++)); do printf '2022-01-13 %02d:00:00,%s%d\n' $h "$2" $((h % 10)); done; }

# EIA's intensity is in pounds a kilowatt-hour; CAISO's emissions are none.
hours 'Time,CO2 Emissions Intensity for Consumed Electricity (lbs/kWh)' 0.7 >eia.csv
expect 0 "$wattif" import trace eia.csv --kind average --basis direct
prints 'average, basis direct.*; given in lb/kWh$'
expect 0 "$wattif" show trace eia
prints '^intensity +mean 3[0-9]{2}'
hours Time,intensity 0.7 >bare.csv
refuse 2 'kg/kWh\? --unit kg/kWh; lb/kWh\? --unit lb/kWh' "$wattif" import trace bare.csv
expect 0 "$wattif" import trace bare.csv --unit lb/kWh
hours 'Time,"CO2 (mTCO2/h)"' 800 >caiso.csv
refuse 2 "'CO2 \(mTCO2/h\)' holds emissions by time" "$wattif" import trace caiso.csv
{ echo timestamp,MOER,MOER version,frequency; for ((h = 0; h < 24; h++)); do printf '2022-01-13 %02d:00:00+00:00,912,3.2,3600\n' $h; done; } >moer.csv
expect 0 "$wattif" import trace moer.csv
prints 'marginal, basis unknown.*lb/MWh$'

# Dates, rates, a choice of columns.
printf 'time,rate\n2022-01-13 00:00:00,20\n2022-01-13 01:00:00,40\n' >rate.csv
refuse 2 "'rate' may be requests a second or a count of each step; say which with --as rates or --as counts" "$wattif" import workload rate.csv
expect 0 "$wattif" import workload rate.csv --as rates
prints "'rate' read as a rate"
printf 'Time,gCO2/kWh\n6/1/2023 12:00 AM,300\n6/1/2023 1:00 AM,301\n' >am.csv
expect 0 "$wattif" import trace am.csv
prints '2023-06-01T00:00:00Z'
sed 's/ AM//' am.csv >either.csv
sed -i 's/12:00/0:00/' either.csv
refuse 2 "'6/1/2023 0:00' can be read in two ways; say which with --dates dmy or --dates mdy" "$wattif" import trace either.csv
expect 0 "$wattif" import trace either.csv --dates dmy
prints '2023-01-06T00:00:00Z'
printf '"Time","sum(rate(vllm:request_success_total[5m]))"\n2025-01-01 00:00:00,3.1\n2025-01-01 00:05:00,3.2\n' >grafana.csv
expect 0 "$wattif" import workload grafana.csv
prints 'read as a rate; times'
expect 0 "$wattif" export workload grafana
prints '^0,3.1$'
printf 'Time,requests\n2025-01-01 00:00:00,300\n2025-01-01 00:05:00,600\n' >counts.csv
expect 0 "$wattif" import workload counts.csv --as rates
expect 0 "$wattif" export workload counts
prints '^300,600$'
hours timestamp,WND,avg_CI 1,2 >sustain.csv
refuse 2 "no column says .*--column 'WND', --column 'avg_CI'" "$wattif" import trace sustain.csv
printf 'arrived_at,num_prefill_tokens,num_decode_tokens\n0,300,40\n1.5,10,4\n' >vidur.csv
expect 0 "$wattif" import workload vidur.csv
printf 'gpu,modell,batch,latency_ms,power_w\nP4,m,1,2,3\n' >typo.csv
refuse 2 'columns gpu and model; the columns here are gpu,modell,batch,latency_ms,power_w$' "$wattif" import profile typo.csv

# A forecast is no trace; marginal grams are not held against average ones.
watttime() {
    printf '{"data": ['
    for ((h = 0; h < 48; h++)); do
        printf '%s{"point_time": "2022-01-%02dT%02d:00:00Z", "value": %d}' "$([[ $h -gt 0 ]] && echo ,)" $((13 + h / 24)) $((h % 24)) $((700 + h))
    done
    printf '], "meta": {"signal_type": "co2_moer", "units": "lbs_co2_per_mwh", "region": "CAISO_NORTH"%s}}\n' "$1"
}
watttime ', "generated_at": "2022-01-12T00:00:00Z"' >forecast.json
refuse 2 'a forecast, no trace of what was' "$wattif" import trace forecast.json
watttime '' >wt.json
expect 0 "$wattif" import trace wt.json --basis direct
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --set trace=wt
prints '^Not paired, because one counts average emissions, the other marginal ones: their grams are not compared\.$'
prints '^  carbon total g .* –$'

# What has no end of faults is told in twenty lines and one.
{ echo time,gCO2/kWh; echo 2022-01-01 00:00,300; for ((h = 0; h < 90; h++)); do echo "2022-01-01 00:00,x$h"; done; } >broken.csv
expect 2 "$wattif" import trace broken.csv
[[ $(wc -l <err) == 21 ]] || fail "$(wc -l <err) lines of faults"
says '^wattif: [0-9]+ more faults, most of them like this one: .*is no number; write it as 123.4$'

# Three numbers that somebody typed are stated, not measured; the architecture of a GPU may stand beside them.
printf '# device: {"gpu": "L4", "architecture": "Ada", "idle_power_w": 16}\nbatch,latency_ms,power_w\n1,42,70\n8,180,72\n' >l4.csv
expect 0 "$wattif" import profile l4.csv --gpu L4 --model own
expect 0 "$wattif" show profile own
prints 'stated'

# A name shows what it is; a title may hold more, and shows that.
sed 's/"name": "carbondis-set1"/"name": "x"/; s/"title": "/"title": "\\u200b/' <("$wattif" show scenario carbondis-set1) >hidden.json
expect 0 "$wattif" validate hidden.json
"$wattif" run hidden.json 2>&1 | grep -q $'\xe2\x80\x8b' && fail "a hidden character reaches the terminal"
sed 's/"name": "low1"/"name": "low\\u200b1"/' <("$wattif" show scenario carbondis-set1) >name.json
expect 1 "$wattif" validate name.json
prints 'must not hold characters that nobody sees'

# Standard input, web pages, JSON of no kind, scenarios that miss all.
"$wattif" import trace - --name piped <eia.csv >out || fail "no trace from the standard input"
echo '<!DOCTYPE html>' >page.html
expect 1 "$wattif" validate page.html
prints 'a web page or XML.*wattif run FILE.html'
echo '{"result": []}' >nothing.json
refuse 2 'Known: [a-z]' "$wattif" import workload nothing.json
echo '{"format": 1, "name": "two"}' >two.json
expect 1 "$wattif" validate two.json
prints '/fleets: is missing'

# A run beyond its trace says so at the top, once, and that its last value went on.
expect 0 "$wattif" run carbondis-set1 --set trace=eia --set start=2022-01-13T22:00Z --set hours=4
[[ $(head -1 out) == *'beyond the end of the trace; '* ]] || fail "the end of the trace is not told at the top: $(head -3 out)"
prints ', held between samples and after the last$'
! grep -q warning out || fail "the end of the trace is told twice"
finish
