"""Profiles a GPU: latency, power and energy of models at batch 1 to 128, and the card's thermal constants.

From the command line down: `cli` reads the arguments, `session` does the whole run, `plan` says what is to be done
and how long it takes, `point` measures one model at one batch, `meter` turns the driver's readings into energy,
`thermal` fits the first-order model, `resultfile` is the CSV that `wattif import profile` takes. Only two modules
know real hardware: `nvml` (the driver) and `runner` (PyTorch); everything else sees them through the protocols of
`machine`, so that the tests can put a simulated card and clock in their place.

Units are in names: _s seconds, _ms milliseconds, _w watts, _j joules, _c degrees Celsius, _gb 2^30 bytes.
"""

VERSION = "1"  # raised whenever the same card would give other figures or another file
