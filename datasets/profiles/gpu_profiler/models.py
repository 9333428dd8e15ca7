"""The models that can be measured, by wattif's names, and how the installed libraries build each of them.

Weights are random everywhere: latency and power do not depend on their values, and nothing is downloaded. A model
is looked for in its libraries in order; timm comes first for images, so that as many as possible have one author
and their ratios compare. No library is imported before a model is built.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from .errors import NotHere, Refusal


@dataclass(frozen=True)
class Way:
    """One way to build a model: a library, what it is called there, and how to call it."""

    library: str
    call: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Input:
    """What one item of a batch is."""

    kind: str  # "image", "tokens" or "audio"
    size: int  # pixels a side, or tokens; audio is always 30 s

    def __str__(self) -> str:
        return {"image": f"{self.size} px", "tokens": f"{self.size} tokens", "audio": "30 s of audio"}[self.kind]


@dataclass(frozen=True)
class Model:
    key: str  # on the command line
    name: str  # in wattif's library
    variant: str  # "base" where a model has but one, as in the library
    input: Input
    ways: Tuple[Way, ...]
    parameters_m: float  # millions, as its library counts them; for the plan

    def libraries(self) -> List[str]:
        return [way.library for way in self.ways]


def _image(key: str, pixels: int, parameters_m: float, *ways: Way) -> Model:
    return Model(key, key, "base", Input("image", pixels), ways, parameters_m)


def _text(key: str, tokens: int, parameters_m: float, way: Way) -> Model:
    return Model(key, key, "base", Input("tokens", tokens), (way,), parameters_m)


def _efficientnet(variant: str, pixels: int, parameters_m: float) -> Model:
    name = f"efficientnet_{variant}"
    return Model(f"efficientnet-{variant}", "efficientnet", variant, Input("image", pixels),
                 (_timm(name), _vision(name)), parameters_m)


def _timm(name: str) -> Way:
    return Way("timm", name)


def _vision(name: str, **arguments: Any) -> Way:
    return Way("torchvision", name, {"weights": None, **arguments})


def _albert(size: str, parameters_m: float, hidden: int, layers: int, heads: int) -> Model:
    shape = dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=4 * hidden,
                 embedding_size=128, vocab_size=30000)
    # 384 tokens: a question and its paragraph of SQuAD, as these models are used in Clover.
    return Model(f"albert-v2-{size}", "albert-v2", size, Input("tokens", 384),
                 (Way("transformers", "AlbertForQuestionAnswering", shape),), parameters_m)


_WHISPER = dict(d_model=1280, encoder_layers=32, decoder_layers=32, encoder_attention_heads=20,
                decoder_attention_heads=20, encoder_ffn_dim=5120, decoder_ffn_dim=5120, num_mel_bins=80,
                vocab_size=51865)

MODELS: Tuple[Model, ...] = (
    # CarbonDIS: input sizes as in METHOD.md
    _image("efficientnetv2-b3", 300, 14.4, _timm("tf_efficientnetv2_b3")),
    _image("efficientnetv2-s", 384, 21.5, _timm("efficientnetv2_s"), _vision("efficientnet_v2_s")),
    _image("inception-resnet-v2", 299, 55.8, _timm("inception_resnet_v2")),
    _image("inception-v3", 299, 23.8, _timm("inception_v3"),
           _vision("inception_v3", aux_logits=False, init_weights=False)),
    _image("mobilenetv2", 224, 3.5, _timm("mobilenetv2_100"), _vision("mobilenet_v2")),
    _image("mobilenetv3-large", 224, 5.5, _timm("mobilenetv3_large_100"), _vision("mobilenet_v3_large")),
    _image("mobilenetv3-small", 224, 2.5, _timm("mobilenetv3_small_100"), _vision("mobilenet_v3_small")),
    _image("nasnet-mobile", 224, 5.3, Way("pretrainedmodels", "nasnetamobile", {"pretrained": None})),
    _image("resnetv2-50", 224, 25.5, _timm("resnetv2_50")),
    _image("resnetv2-152", 224, 60.2, _timm("resnetv2_152")),
    # Clover
    _efficientnet("b1", 240, 7.8),
    _efficientnet("b3", 300, 12.2),
    _efficientnet("b5", 456, 30.4),
    _efficientnet("b7", 600, 66.3),
    _albert("base", 11.1, 768, 12, 12),
    _albert("large", 16.6, 1024, 24, 16),
    _albert("xlarge", 54.5, 2048, 24, 16),
    _albert("xxlarge", 205.8, 4096, 12, 64),
    # InferCool and the rest: language is one forward pass
    _text("bert-large", 128, 335.1, Way("transformers", "BertModel", dict(
        hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096))),
    _text("gpt2-xl", 128, 1557.6, Way("transformers", "GPT2LMHeadModel", dict(
        n_embd=1600, n_layer=48, n_head=25, use_cache=False))),
    _image("resnet-152", 224, 60.2, _timm("resnet152"), _vision("resnet152")),
    _image("densenet-121", 224, 8.0, _timm("densenet121"), _vision("densenet121")),
    _image("ssd300-vgg16", 300, 35.6, _vision("ssd300_vgg16", weights_backbone=None)),
    Model("whisper-large-v2", "whisper-large-v2", "base", Input("audio", 0),
          (Way("transformers", "WhisperForConditionalGeneration", _WHISPER),), 1543.3),
    _text("gpt-j-6b", 128, 6050.9, Way("transformers", "GPTJForCausalLM", {"use_cache": False})),
)

CONFIGURATIONS = {
    "AlbertForQuestionAnswering": "AlbertConfig",
    "BertModel": "BertConfig",
    "GPT2LMHeadModel": "GPT2Config",
    "GPTJForCausalLM": "GPTJConfig",
    "WhisperForConditionalGeneration": "WhisperConfig",
}


def choose(words: str) -> List[Model]:
    """The models that --models names: "all", "none" (for --thermal alone) or keys between commas."""
    if words in ("all", "none"):
        return list(MODELS) if words == "all" else []
    known = {model.key: model for model in MODELS}
    chosen: Dict[str, Model] = {}
    for word in (word.strip() for word in words.split(",")):
        if word not in known:
            raise Refusal(f"--models: there is no model '{word}'; known are {', '.join(known)}, and all")
        chosen[word] = known[word]
    return list(chosen.values())


def likely_library(model: Model, installed: Callable[[str], bool]) -> Optional[str]:
    """The first of the model's libraries that is installed, without importing it; None if none is."""
    return next((name for name in model.libraries() if installed(name)), None)


def _build_timm(library: Any, way: Way) -> Any:
    if not library.is_model(way.call):
        raise NotHere(way.call)
    return library.create_model(way.call, pretrained=False)


def _build_torchvision(library: Any, way: Way) -> Any:
    for place in (library.models, library.models.detection):
        if hasattr(place, way.call):
            return getattr(place, way.call)(**way.arguments)
    raise NotHere(way.call)


def _build_transformers(library: Any, way: Way) -> Any:
    for name in (way.call, CONFIGURATIONS[way.call]):
        if not hasattr(library, name):
            raise NotHere(name)
    return getattr(library, way.call)(getattr(library, CONFIGURATIONS[way.call])(**way.arguments))


def _build_pretrainedmodels(library: Any, way: Way) -> Any:
    if not hasattr(library, way.call):
        raise NotHere(way.call)
    return getattr(library, way.call)(**way.arguments)


BUILDERS: Dict[str, Callable[[Any, Way], Any]] = {
    "timm": _build_timm,
    "torchvision": _build_torchvision,
    "transformers": _build_transformers,
    "pretrainedmodels": _build_pretrainedmodels,
}


def build(model: Model) -> Tuple[Any, str]:
    """The model with random weights, and the library it came from. Raises NotHere."""
    for way in model.ways:
        try:
            library = importlib.import_module(way.library)
            return BUILDERS[way.library](library, way), way.library
        except (ImportError, NotHere):
            continue
    raise NotHere(f"no installed library has it (looked for {' and '.join(model.libraries())})")
