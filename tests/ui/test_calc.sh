#!/usr/bin/env bash
# `wattif calc`: the list, the help, every formula on the spec's numbers, text and JSON, and refusals that say what is expected.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

# calculate NAME KEY=VALUE... : JSON on $work/out.
calculate() {
    expect 0 "$wattif" calc "$@" --format json
    quiet_err
}
# gives KEY VALUE...: pairs among the outputs of the last calculation; a number within its last places, of which JSON has all.
gives() {
    local outputs found
    outputs=$(sed -n '/"outputs"/,$p' "$work/out")
    while [[ $# -gt 0 ]]; do
        found=$(sed -nE "s/^ *\"$1\": (.*[^,]),?\$/\1/p" <<<"$outputs")
        awk -v found="$found" -v wanted="$2" 'BEGIN {
            if (wanted !~ /^-?[0-9.]+(e[-+][0-9]+)?$/) exit found !~ "^" wanted "$"
            off = found - wanted; if (off < 0) off = -off
            exit found !~ /^-?[0-9.]+(e[-+][0-9]+)?$/ || off > 1e-11 * (wanted < 0 ? -wanted : wanted + 0) }' || {
            fail "no \"$1\": $2 in $called"
            echo "$outputs"
        }
        shift 2
    done
}

# Neither the list nor a calculation needs a store or a home.
expect 0 env -i "$wattif" calc
for name in energy carbon idle-carbon percentile cir carbondis clover-objective clover-energy anneal accuracy ged mig etf tf ef shared-power shared-profile embodied sharing clock \
    compensated-power thermal thermal-cycle water-rise cool-percentile facility; do
    prints "^ *$name "
    expect 0 env -i "$wattif" calc "$name" --help
    prints "^wattif calc $name: "
    prints "(CD|CL|ET|UF|IC)-(N|X)"
    # The example of the help is a call that works.
    read -ra example < <(sed -n '/^example/{n;s/^ *wattif //;p;}' "$work/out")
    expect 0 env -i "$wattif" "${example[@]}"
    prints '^outputs$'
    prints '^steps$'
    expect 0 env -i "$wattif" calc
done
expect 0 "$wattif" calc --format json
[[ $(grep -c '"name":' "$work/out") -eq $(cat tui/cli/calc/*.c | grep -c '\.evaluate = ') ]] || fail "every formula is listed"

# CD-N1 .. CD-N3.
calculate energy latency_ms=18 power_w=81.64 && gives energy_mj 1469.52
calculate energy latency_ms=21 power_w=84.32 && gives energy_mj 1770.72
calculate energy latency_ms=37 power_w=88.66 && gives energy_mj 3280.42
calculate energy latency_ms=12 power_w=73.78 && gives energy_mj 885.36
calculate energy latency_ms=19 power_w=80.88 && gives energy_mj 1536.72
calculate energy latency_ms=30 power_w=84.66 && gives energy_mj 2539.8
calculate energy latency_ms=13.89 power_w=68.17 && gives energy_mj 946.8813
calculate energy latency_ms=13.67 power_w=73.63 && gives energy_mj 1006.5221
calculate energy latency_ms=14.35 power_w=111.14 && gives energy_mj 1594.859
# CD-N5, CD-N6; PUE multiplies.
calculate carbon energy_j=1.46952 ci=207.13 && gives carbon_g 8.4550466e-05
calculate carbon energy_j=1.594859 ci=605.59 && gives carbon_g 0.000268286294[89][0-9]*
calculate carbon energy_j=100000 ci=380 pue=1.5 && gives carbon_g 15.8333333333
# CD-N7 .. CD-N9.
calculate idle-carbon power_w=55 seconds=3600 ci=207.13 && gives carbon_g 11.39215
calculate idle-carbon power_w=25 seconds=3600 ci=207.13 && gives carbon_g 5.17825
calculate idle-carbon power_w=30 seconds=1800 ci=605.59 && gives carbon_g 9.08385
calculate idle-carbon power_w=55 seconds=1800,1800 ci=180,240 && gives carbon_g 11.55
many=$(seq -s, 1 40)
calculate idle-carbon power_w=3.6e6 seconds="$many" ci="$many" && gives carbon_g 22140
# CD-N12, CD-N13.
calculate percentile values="$(seq -s, 1 20)" && gives value 19 rank 19
calculate percentile values="$(seq -s, 1 100)" && gives value 95 rank 95
calculate percentile values="$(seq -s, 1 10)" && gives value 10 rank 10
calculate percentile values=5,1,9,3 && gives value 9 rank 4
calculate percentile values="$(seq -s, 1 20000)" p=95 && gives value 19000 rank 19000
calculate percentile values=5,1,9,3 p=50 && gives value 3 rank 2
calculate percentile values=7 p=0.001 && gives value 7 rank 1
# CD-N10, CD-N11.
calculate cir history=200,220,180 cci=240 && gives aci 200 cir 1.2 next_aci 210
calculate cir history= cci=300 && gives aci 300 cir 1 next_aci 300
calculate cir history=0 cci=0 && gives aci 0 cir 1
# CD-N14 .. CD-N19.
calculate carbondis at_s=10 lc_s=.5 ct_s=10.2 el_s=.4 cir=.9 cit=1 high=free
gives esft_s 10.6 exft_s 10.5 branch '"miss"' k 0
calculate carbondis at_s=10 lc_s=.5 ct_s=10.2 el_s=.4 cir=.9 cit=1 high=busy && gives branch '"miss"' k 1
calculate carbondis at_s=10 lc_s=.5 ct_s=10.05 el_s=.4 cir=1.1 cit=1 high=free && gives branch '"dirty"' k 0
calculate carbondis at_s=10 lc_s=.5 ct_s=10.05 el_s=.4 cir=1.1 cit=1 high=busy && gives branch '"dirty"' k 1
calculate carbondis at_s=10 lc_s=.5 ct_s=10.05 el_s=.4 cir=.95 cit=1 high=free && gives branch '"clean"' k 1
calculate carbondis at_s=0 lc_s=.5 ct_s=.25 el_s=.25 cir=1 cit=1 high=free && gives branch '"clean"' k 1
# A tie that binary fractions would miss: 0.1 + 0.2 against 0.3.
calculate carbondis at_s=0 lc_s=.3 ct_s=.1 el_s=.2 cir=0 cit=1 high=free && gives branch '"clean"' esft_s 0.3

# Inputs are repeated with their defaults.
calculate carbon energy_j=1 ci=2
prints '"calc": "carbon"'
prints '"pue": 1'
calculate cir history=1,2 cci=3
prints '"history": \[1, ?2\]'
calculate carbondis at_s=0 lc_s=1 ct_s=0 el_s=1 cir=1 cit=1 high=busy
prints '"high": "busy"'

# Clover: CL-N3, CL-N4 (CL-X1), CL-N8 .. CL-N23.
calculate clover-objective lambda=0.1 c_base=1000 e=0.4 ci=500 dacc=-4 && gives dcarb 80 f 4.4
calculate clover-objective lambda=0.1 c_base=1000 e=1.2 ci=500 dacc=-2 && gives f 2.2
calculate clover-objective lambda=0.5 c_base=200 e=1 ci=350 dacc=0 && gives f -37.5
calculate clover-energy f=38 l_ms=90 l_tail_ms=100 && gives h -38
calculate clover-energy f=38 l_ms=125 l_tail_ms=100 && gives h -30.4
calculate clover-energy f=-5 l_ms=200 l_tail_ms=100 && gives h 10
calculate clover-energy f=-5 l_ms=200 l_tail_ms=100 rule=paper && gives h 2.5
calculate anneal dh=0.7 t=0.5 && gives p 0.24659696394[0-9]*
calculate anneal dh=-1 t=0.5 && gives p 1
calculate anneal step=10 && gives t 0.5
calculate anneal step=25 && gives t 0.1
calculate accuracy family=efficientnet mix=b7:0.3,b1:0.7 && gives accuracy 80.48 dacc -4.64454976303
calculate accuracy family=albert mix=large:1 && gives dacc -5.4565701559
# The calculator knows the accuracies that the profiles are built from.
while IFS=, read -r model variant _ accuracy _; do
    calculate accuracy family="${model%-v2}" mix="$variant:1" && gives accuracy "${accuracy%.0}"
done < <(tail -n +2 datasets/profiles/measurements/clover_variants.csv)
calculate ged a=v1@1g*2,v2@2g,v3@3g b=v1@1g,v2@1g,v2@2g,v3@3g && gives ged 2
calculate ged a=v1@1g*2,v2@2g,v3@3g b=v1@1*4,v3@3 && gives ged 3
calculate ged a=v4@7g*10 b=v1@1g*70 && gives ged 80
calculate ged a=v@7g b=v@7g && gives ged 0
calculate mig && gives ordered 19 multisets 14 raw_points 19 graphs 14
calculate mig variants=4 && gives raw_points 34276 graphs 1282
calculate mig gpus=2 variants=2 && gives multisets 74 raw_points 315844 graphs 1972
calculate mig gpus=3 && gives multisets 254
# ET-N1, N7, N8, N9, N10, N12, N16: lists are JSON arrays.
has_list() {
    local found
    found=$(tr -d ' \n' <"$work/out" | sed -nE "s/.*\"outputs\".*\"$1\":\[([^]]*)\].*/\1/p")
    [[ $found == "$2" ]] || fail "\"$1\": [$found] instead of [$2] in $called"
}
calculate etf quantum=30 power=2,3,8 && has_list slices 14,9,7 && has_list energies 28,27,56 && gives phi_fair 0.391304347826087
calculate etf quantum=30 power=2,3,8 demand=5,inf,30 && has_list slices 5,18,7 && has_list energies 10,54,56
calculate etf quantum=30 power=2,3,8 demand=4,5,6 && has_list slices 4,5,6 && has_list continuous 4,5,6
calculate etf quantum=20 power=1,4 phi=.5 && has_list slices 15,5 && gives f_t 0.333333333333333 f_e 0.75 f_s 0.333333333333333
calculate etf quantum=60 power=4,2,1 weight=2,1,1 phi=.5 && has_list slices 15,15.5,29.5 && has_list continuous 15,15,30
calculate tf quantum=30 power=2,3,8 && has_list slices 10,10,10 && has_list energies 20,30,80
calculate ef quantum=9 power=1,2 && has_list slices 6,3 && has_list energies 6,6
# UF-N9 .. UF-N12; without a second slice only the sum of P_C and P_OA is known.
calculate shared-power solo_w=130,105,118 && gives eq6_w 213 naive_w 263
calculate shared-power solo_w=130,105 && gives eq6_w 165 naive_w 190
calculate shared-power solo_w=130 p_s=46.7 p_oi=4.1 && gives eq6_w 130 naive_w 130
calculate shared-profile copies_w=94.5,119,143.5 && gives p_oi_w 25 slope_w 24.5
! grep -q '"p_c_w"' "$work/out" || fail "P_C is told from three powers alone"
calculate shared-profile copies_w=94.5,119,143.5 two_slice_w=110 && gives p_oi_w 25 slope_w 24.5 p_c_w 15.5 p_oa_w 9
calculate shared-profile copies_w=94.5,119,143.5 p_s=40 && gives p_oi_w 30

# UF-N1, UF-N2, UF-N20: the rate of an A100, of an hour at 4, of 350,000 of them for a lifetime.
calculate embodied seconds=1 && gives carbon_g 1.36732623034e-4
calculate embodied seconds=3600 && gives carbon_g 0.492237442922
calculate embodied seconds=300 && gives carbon_g 0.0410197869102
calculate embodied seconds=3600 m=4 && gives carbon_g 1.96894977169
calculate embodied seconds=157680000 kg=7546000 && gives carbon_g 7546000000
# UF-N5 .. UF-N8: one GPU for 400 s at 250 W against two for 300 s at 300 W together.
pair=(shared_s=400 shared_j=1e5 dedicated_s=600 dedicated_j=9e4)
calculate sharing "${pair[@]}" ci=490 && gives shared_g 13.6658041603 dedicated_g 12.3320395738 breakeven_ci 9.84474885845 share '"no"'
calculate sharing "${pair[@]}" ci=11 && gives shared_g 0.360248604769 dedicated_g 0.357039573820 share '"no"'
calculate sharing "${pair[@]}" ci=11 m=4 && gives breakeven_ci 39.3789954338 share '"yes"'
calculate sharing "${pair[@]}" ci=9.8 && gives share '"yes"'
calculate sharing "${pair[@]}" ci=0 m=0 && gives breakeven_ci null share '"no"'
# Less energy and less time: on any grid. Less energy and more time: on dirty grids.
calculate sharing shared_s=400 shared_j=8e4 dedicated_s=600 dedicated_j=9e4 ci=1000 && gives breakeven_ci null share '"yes"'
calculate sharing shared_s=700 shared_j=8e4 dedicated_s=600 dedicated_j=9e4 ci=4 && gives breakeven_ci 4.92237442922 share '"no"'
calculate sharing shared_s=700 shared_j=8e4 dedicated_s=600 dedicated_j=9e4 ci=5 && gives share '"yes"'
# UF-N15 .. UF-N18.
calculate clock s_w=60 d_w=150 ci=490 && gives clock_mhz 870 gain 1.435259792650 power_w 93.319148936170 time 1.558620689655
calculate clock s_w=60 d_w=150 b=.9 v_min=.6 f_k_mhz=870 ci=490 m=4 && gives clock_mhz 870 gain 1.410686787543
calculate clock s_w=60 d_w=150 ci=11 m=4 && gives clock_mhz 1230 gain 1.019109667126
calculate clock s_w=60 d_w=150 ci=11 && gives clock_mhz 945
calculate clock s_w=60 d_w=150 ci=41 m=2 && gives clock_mhz 885
calculate clock s_w=60 d_w=150 ci=490 at_mhz=1140 && gives clock_mhz 1140 power_w 137.617021276596
calculate clock s_w=60 d_w=150 ci=490 at_mhz=1410 && gives gain 1 time 1

# IC-N1, IC-N8; CO-N5; one alone is itself; a plan that nobody fitted.
calculate compensated-power plan=7x1g solo_w=75,75,75,75,75,75,75 && gives power_w 219.249445786296 constant_w 244.8 rejected_w 2803.1549257984
calculate compensated-power plan=3x1g+2x2g solo_w=60,62,70,88,110 && gives power_w 191.187408864646 constant_w 203.2
calculate compensated-power plan=7x1g solo_w=130,105 && gives power_w 183.797456827465 constant_w 188.3
calculate compensated-power plan=1x1g+3x2g solo_w=90 && gives power_w 90 constant_w 90 rejected_w null
# IC-N11, IC-N12, IC-N19.
calculate thermal t0_c=33.59230769230769 power_w=250 seconds=1 && gives t_c 39.8399422174974 steady_c 49.2307692307692
calculate thermal t0_c=33.59230769230769 power_w=250 seconds=5 && gives t_c 48.0096921001512 steady_c 49.2307692307692
calculate thermal t0_c=40 power_w=250 seconds=1000 water_c=34.5925 && gives t_c 53.8232692307692
# IC-N15.
calculate thermal-cycle power_w=250 on_s=2 off_s=4 && gives peak_rise_k 10.4912205890668 trough_rise_k 1.36415988873756 mean_rise_k 5.21282051282051
# IC-N18.
calculate water-rise power_w=46.7 && gives rise_k 1.05508
calculate water-rise power_w=250 && gives rise_k 4.5925
# IC-N20.
calculate cool-percentile rps=0 max_rps=10 && gives percentile 100
calculate cool-percentile rps=2.5 max_rps=10 && gives percentile 90
calculate cool-percentile rps=5 max_rps=10 && gives percentile 80
calculate cool-percentile rps=10 max_rps=10 && gives percentile 60
calculate cool-percentile rps=14.9 max_rps=10 && gives percentile 60
# CO-N2 .. CO-N4.
calculate facility it_j=100000 ci=380 && gives total_g 15.8333333333333 active_g 10.5555555555556 cooling_g 4.75 other_g 0.527777777777778
calculate facility it_j=100000 ci=380 water_dk=5 && gives total_g 14.8833333333333 cooling_g 3.8
calculate facility it_j=100000 ci=380 water_dk=3.6 && gives cooling_g 4.066

# Refusals.
refuse 2 "no formula 'enrgy'; did you mean 'energy'" "$wattif" calc enrgy
refuse 2 "'power_w' is missing" "$wattif" calc energy latency_ms=1
refuse 2 "'high' is missing.*free or busy" "$wattif" calc carbondis at_s=0 lc_s=1 ct_s=0 el_s=1 cir=1 cit=1
refuse 2 "no key 'latency_s'; did you mean 'latency_ms'" "$wattif" calc energy latency_s=1 power_w=1
refuse 2 "given twice" "$wattif" calc energy latency_ms=1 latency_ms=1 power_w=1
refuse 2 "no KEY=VALUE" "$wattif" calc energy 18 81.64
refuse 2 "'18ms' is no number.*in ms" "$wattif" calc energy latency_ms=18ms power_w=1
refuse 2 "no number" "$wattif" calc energy latency_ms=nan power_w=1
refuse 2 "no number" "$wattif" calc energy latency_ms=inf power_w=1
refuse 2 "no number" "$wattif" calc energy latency_ms=0x10 power_w=1
refuse 2 "no number" "$wattif" calc energy latency_ms= power_w=1
refuse 2 "must be at least 0" "$wattif" calc energy latency_ms=-1 power_w=1
refuse 2 "must be at least 1 " "$wattif" calc carbon energy_j=1 ci=1 pue=0.9
refuse 2 "must be above 0 and at most 100" "$wattif" calc percentile values=1,2 p=0
refuse 2 "must be above 0 and at most 100" "$wattif" calc percentile values=1,2 p=101
refuse 2 "three decimals" "$wattif" calc percentile values=1,2 p=99.9999
refuse 2 "'' is no number" "$wattif" calc percentile values=
refuse 2 "'' is no number" "$wattif" calc percentile values=1,,2
refuse 2 "one intensity for each stretch" "$wattif" calc idle-carbon power_w=1 seconds=1,2 ci=1
refuse 2 "'maybe' is not known: it is free or busy" \
    "$wattif" calc carbondis at_s=0 lc_s=1 ct_s=0 el_s=1 cir=1 cit=1 high=maybe
refuse 2 "cannot start before it arrives" "$wattif" calc carbondis at_s=1 lc_s=1 ct_s=0 el_s=1 cir=1 cit=1 high=free
refuse 2 "must be above 0" "$wattif" calc carbondis at_s=1 lc_s=0 ct_s=1 el_s=1 cir=1 cit=1 high=free
refuse 2 "give dh and t" "$wattif" calc anneal dh=1
refuse 2 "give dh and t" "$wattif" calc anneal dh=1 t=1 step=3
refuse 2 "it is efficientnet, albert or yolov5" "$wattif" calc accuracy family=bert mix=base:1
refuse 2 "no variant 'b2'; there are b1, b3, b5, b7" "$wattif" calc accuracy family=efficientnet mix=b2:1
refuse 2 "add up to 0.9" "$wattif" calc accuracy family=efficientnet mix=b1:0.5,b3:0.4
refuse 2 "has no share" "$wattif" calc accuracy family=efficientnet mix=b1
refuse 2 "'v1@5g' is no edge" "$wattif" calc ged a=v1@5g b=v1@1g
refuse 2 "has no slice" "$wattif" calc ged a=v1 b=v1@1g
refuse 2 "too many to count" "$wattif" calc mig gpus=3 variants=4
refuse 2 "must be at least 0 .* at most 1" "$wattif" calc etf quantum=30 power=2,3 phi=1.1
refuse 2 "must be above 0" "$wattif" calc etf quantum=30 power=2,0
refuse 2 "must be above 0" "$wattif" calc ef quantum=30 power=2,-3
refuse 2 "must be above 0" "$wattif" calc tf quantum=30 power=2,3 weight=1,0
refuse 2 "power has 2 values and weight has 3" "$wattif" calc etf quantum=30 power=2,3 weight=1,1,1
refuse 2 "power has 3 values and demand has 2" "$wattif" calc etf quantum=30 power=2,3,8 demand=1,2
refuse 2 "'inf' is no number" "$wattif" calc etf quantum=30 power=2,inf
refuse 2 "must be above 0" "$wattif" calc embodied seconds=1 lifetime_s=0
refuse 2 "shared_j" "$wattif" calc sharing shared_s=1 dedicated_s=1 dedicated_j=1 ci=1
refuse 2 "more than a million" "$wattif" calc etf quantum=30 power=2,3 unit=0.00001
refuse 2 "solo_w: 68 W is less than P_S [+] P_OI = 70 W" "$wattif" calc shared-power solo_w=130,68
refuse 2 "must be above 0" "$wattif" calc shared-power solo_w=130,0
refuse 2 "must be at least 0" "$wattif" calc shared-power solo_w=130 p_oi=-1
refuse 2 "takes three powers, .* got 2" "$wattif" calc shared-profile copies_w=94.5,119
refuse 2 "must be above 0" "$wattif" calc shared-profile copies_w=94.5,119,-3
refuse 2 "goes from 210 to 1410 MHz in steps of 15, and 875 is none" "$wattif" calc clock s_w=60 d_w=150 ci=490 at_mhz=875
refuse 2 "none that was fitted; there are 7x1g" "$wattif" calc compensated-power plan=2x3g solo_w=75
refuse 2 "has 4 slices, .* got 5" "$wattif" calc compensated-power plan=1x1g+3x2g solo_w=75,75,75,75,75
refuse 2 "must be above 0" "$wattif" calc thermal t0_c=30 power_w=250 seconds=1 ha=0
refuse 2 "must be above 0" "$wattif" calc thermal-cycle power_w=250 on_s=0 off_s=4
refuse 2 "at least -15 and at most 15" "$wattif" calc facility it_j=1 ci=1 water_dk=16
refuse 2 "none of text, json" "$wattif" calc energy latency_ms=1 power_w=1 --format csv

finish
