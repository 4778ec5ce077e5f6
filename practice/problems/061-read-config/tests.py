from kernel.testing import raises, same
from solution import ModelConfig, read_config

# Different everywhere, so that no two fields can be confused.
PLAIN = {
    "num_hidden_layers": 3,
    "num_attention_heads": 8,
    "hidden_size": 96,
    "intermediate_size": 256,
    "vocab_size": 1000,
    "max_position_embeddings": 2048,
}
FULL = {
    **PLAIN,
    "architectures": ["Qwen3ForCausalLM"],
    "num_key_value_heads": 2,
    "head_dim": 16,
    "rms_norm_eps": 1e-5,
    "rope_theta": 1000000,
    "tie_word_embeddings": True,
    "torch_dtype": "bfloat16",
}


def read(**changes):
    """The plain config with some keys more."""
    return read_config({**PLAIN, **changes})


def test_example_what_a_small_config_leaves_out():
    config = read_config({**PLAIN, "head_dim": 16})  # 8 heads, hidden_size 96
    assert config.head_dim == 16, "head_dim is the config's, if it has one"
    assert config.num_kv_heads == 8, "without num_key_value_heads there are as many as query heads"
    assert config.rope_theta == 10000.0, "without rope_theta it is 10000.0"


def test_full():
    assert read_config({**FULL}) == ModelConfig(
        num_layers=3,
        num_qo_heads=8,
        num_kv_heads=2,
        head_dim=16,
        hidden_size=96,
        intermediate_size=256,
        vocab_size=1000,
        max_position=2048,
        rms_norm_eps=1e-5,
        rope_theta=1000000.0,
        tie_word_embeddings=True,
    ), "every field comes from its key"


def test_defaults():
    config = read()
    assert config.head_dim == 12, "without head_dim it is hidden_size // num_attention_heads"
    assert same(config.tie_word_embeddings, False), "without tie_word_embeddings they are not tied"
    assert config.rms_norm_eps == 1e-6, "without rms_norm_eps it is 1e-6"
    assert read(num_key_value_heads=2).head_dim == 12, (
        "without head_dim it is hidden_size // num_attention_heads"
    )


def test_two_places_for_rope_theta():
    assert read(rope_theta=500000).rope_theta == 500000.0, "rope_theta stands in the config itself"
    new = {"rope_type": "default", "rope_theta": 1000000}
    assert read(rope_parameters=new).rope_theta == 1000000.0, "rope_theta stands in rope_parameters"
    assert read(rope_parameters=new, rope_theta=10000.0).rope_theta == 1000000.0, (
        "rope_parameters is asked first"
    )
    for rope in ({"rope_type": "default"}, {}, None, {"rope_theta": None}):
        assert read(rope_parameters=rope, rope_theta=500000.0).rope_theta == 500000.0, (
            "a rope_parameters without rope_theta does not hide the other place"
        )
        assert read(rope_parameters=rope).rope_theta == 10000.0, "without rope_theta it is 10000.0"


def test_null():
    config = read(head_dim=None, num_key_value_heads=None, rms_norm_eps=None)
    assert config.head_dim == 12, "a key that is null counts as missing"
    assert config.num_kv_heads == 8, "a key that is null counts as missing"
    assert config.rms_norm_eps == 1e-6, "a key that is null counts as missing"
    config = read(tie_word_embeddings=None, rope_theta=None)
    assert same(config.tie_word_embeddings, False), "a key that is null counts as missing"
    assert config.rope_theta == 10000.0, "a key that is null counts as missing"


def test_zero_is_a_value():
    assert read(rms_norm_eps=0.0).rms_norm_eps == 0.0, "only null counts as missing, not 0"


def complaint(config, key):
    """The key, if reading raises a ValueError that names it; or else what happened."""
    try:
        read_config({**config})
    except ValueError as error:
        return key if key in str(error) else str(error)
    return "no error"


def test_missing_keys():
    for key in PLAIN:
        without = {other: value for other, value in FULL.items() if other != key}
        with raises(
            ValueError, "a key that must be there and is not raises ValueError, which names it"
        ):
            read_config({**without})
        assert complaint(without, key) == key, (
            "a key that must be there and is not raises ValueError, which names it"
        )
        assert complaint({**FULL, key: None}, key) == key, "a key that is null counts as missing"


def after_reading(config):
    """What has become of the caller's dict."""
    read_config(config)
    return config


def test_config_stays():
    for rope in ({"rope_theta": 5.0}, {"rope_theta": None, "factor": None}):
        config = {**FULL, "head_dim": None, "rope_parameters": rope.copy()}
        assert after_reading(config) == {**FULL, "head_dim": None, "rope_parameters": rope}, (
            "config is not changed"
        )


def test_frozen():
    config = read()
    with raises(AttributeError, "a ModelConfig is frozen"):
        config.vocab_size = 5
