import math

import torch
from kernel.testing import close, same
from solution import Layer, decoder, decoder_layer

SILENT = {  # an MLP that gives zeros
    "gate_proj": torch.zeros(3, 2),
    "up_proj": torch.zeros(3, 2),
    "down_proj": torch.zeros(2, 3),
}
SPEAKING = {
    "gate_proj": torch.tensor([[1.0, 0.5], [-0.5, 2.0], [0.25, -1.0]]),
    "up_proj": torch.tensor([[2.0, -1.0], [1.0, 1.0], [0.0, 3.0]]),
    "down_proj": torch.tensor([[1.0, -2.0, 0.5], [0.5, 1.0, -1.0]]),
}


def layer_of(first, second, mlp):
    """A layer with these weights of its two norms."""
    return Layer(
        input_layernorm=torch.tensor(first), post_attention_layernorm=torch.tensor(second), **mlp
    )


LAYERS = [
    layer_of([0.5, 2.0], [3.0, 0.25], SPEAKING),
    layer_of([-1.0, 0.75], [1.5, 0.5], SPEAKING),
    layer_of([2.0, 1.0], [0.5, -2.0], SPEAKING),
]
X = [[3.0, 4.0], [-1.0, 2.0], [0.5, -6.0], [10.0, 1.0]]


def model(rows, layers):
    """The layers on plain lists, number by number."""

    def norm(row, weight):
        scale = 1 / math.sqrt(sum(v * v for v in row) / len(row) + 1e-6)
        return [v * scale * w for v, w in zip(row, weight.tolist(), strict=True)]

    def product(matrix, row):
        return [sum(m * v for m, v in zip(line, row, strict=True)) for line in matrix.tolist()]

    for layer in layers:
        normed = [norm(row, layer.input_layernorm) for row in rows]
        means = [
            [sum(column) / (end + 1) for column in zip(*normed[: end + 1], strict=True)]
            for end in range(len(rows))
        ]
        rows = [
            [v + m for v, m in zip(*pair, strict=True)] for pair in zip(rows, means, strict=True)
        ]
        result = []
        for row in rows:
            normed_row = norm(row, layer.post_attention_layernorm)
            gates, ups = product(layer.gate_proj, normed_row), product(layer.up_proj, normed_row)
            inner = [g / (1 + math.exp(-g)) * u for g, u in zip(gates, ups, strict=True)]
            out = product(layer.down_proj, inner)
            result.append([v + o for v, o in zip(row, out, strict=True)])
        rows = result
    return rows


def test_example_a_silent_mlp():
    layer = layer_of([2.0, 2.0], [1.0, 1.0], SILENT)
    x = torch.tensor([[3.0, -3.0]])  # normalised: [1, -1]; times the weight: [2, -2]
    assert close(decoder_layer(x, layer), torch.tensor([[5.0, -5.0]])), (
        "the sum of the first half runs past the MLP unchanged"
    )
    assert x.tolist() == [[3.0, -3.0]], "x is not changed"


def test_silent_attention():
    layer = layer_of([0.0, 0.0], [3.0, 0.25], SPEAKING)
    for row in X:
        assert close(
            decoder_layer(torch.tensor([row]), layer).tolist(),
            model([row], [layer]),
            rtol=1e-4,
            atol=1e-5,
        ), "the MLP's output is added to what was there before its norm"


def test_one_layer():
    for layer in LAYERS:
        assert close(
            decoder_layer(torch.tensor(X), layer).tolist(), model(X, [layer]), rtol=1e-4, atol=1e-5
        ), "a layer is x + attention(norm(x)), then x + mlp(norm(x))"


def test_small_numbers():
    rows = [[0.001, -0.002], [0.0, 0.0]]
    assert close(decoder_layer(torch.tensor(rows), LAYERS[0]).tolist(), model(rows, LAYERS[:1])), (
        "the norm adds 1e-6 to the mean of the squares"
    )


def test_several_layers():
    for count in range(4):
        expected = model(X, LAYERS[:count])
        assert close(
            decoder(torch.tensor(X), LAYERS[:count]).tolist(), expected, rtol=1e-4, atol=1e-5
        ), "each layer takes what the one before it gave"


def test_x_stays():
    x = torch.tensor(X)
    decoder_layer(x, LAYERS[0])
    assert x.tolist() == X, "x is not changed"
    decoder(x, LAYERS)
    assert x.tolist() == X, "x is not changed"


def test_the_same_again():
    x = torch.tensor(X)
    once = decoder(x, LAYERS).tolist()
    assert decoder(x, LAYERS).tolist() == once, "the same x gives the same result again"


def side_by_side(*inputs):
    """What decoder gives for each; all results are kept until the last one is there."""
    results = [decoder(torch.tensor(rows), LAYERS) for rows in inputs]
    return [result.tolist() for result in results]


def test_two_results():
    other = [[-2.0, 1.0], [5.0, 0.5], [1.0, 1.0], [0.25, -3.0]]
    expected = [model(X, LAYERS), model(other, LAYERS)]
    assert close(side_by_side(X, other), expected, rtol=1e-4, atol=1e-5), (
        "a result is not changed by the next call"
    )


def test_no_tokens():
    assert same(decoder(torch.zeros(0, 2), LAYERS), torch.zeros(0, 2)), "no tokens give no rows"
