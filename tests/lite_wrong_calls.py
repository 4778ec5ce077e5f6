"""Calls that torch refuses, each with an error that the browser's torch has to word alike.

Expressions, separated by semicolons, on the values of ``names``.
"""

from __future__ import annotations

import re
from typing import Any


def names(torch: Any) -> dict[str, Any]:
    """What the expressions are about, with either torch."""

    def put(target: Any, index: Any, value: Any) -> Any:
        target[index] = value
        return target

    x = torch.arange(12, dtype=torch.float32).reshape(3, 4)
    return {
        "torch": torch, "t": torch.tensor, "put": put, "x": x, "y": torch.zeros(2, 3, 4),
        "z": torch.zeros(0, 2), "m": x > 5, "m2": torch.tensor([True, False, True]),
        "i1": torch.tensor([1, 2, 3]), "i8": torch.tensor([1], dtype=torch.int8),
        "s0": torch.tensor(1.0),
    }  # fmt: skip


def expressions(text: str) -> list[str]:
    return [part for part in re.split(r"\s*;\s*", text.strip()) if part]


INDEXING = expressions("""
x[5]; x[0, 7]; x[:, 7]; x[:, :, 7]; y[:, 5]; y[:, :, 9]; y[..., 9]; y[0, 5]; y[0, 0, 9];
y[None, 0, 5]; y[None, 5]; y[0, None, 5]; y[0, ..., 9]; x[0, 0, 0]; x[0, 0, 0, 0]; x[t([5])];
x[:, t([5])]; y[:, :, t([5])]; y[:, t([5])]; y[:, t([5]), 0]; y[0, t([5])]; y[0, :, t([5])];
y[t([0]), :, t([9])]; y[t([0]), t([9])]; y[t([9]), t([9])]; y[:, t([0]), t([9])]; y[..., t([9])];
y[None, t([5])]; y[t([[5]])]; x[t([-9])]; x[t([3, 5])]; x[t(5)]; x[t(5), 0]; x[0, t(5)];
x[t(1), t([9])]; z[t([0])]; z[t([0]), t([0])]; z[t([])]; z[0]; z[-1]; x["a"]; x["a", 0];
x[0, "a"]; x[1.5]; x[0, 1.5]; x[{}]; x[t([1.5])]; x[t(1.5)]; x[t([1.5]), 0]; x[::0]; x[::-1];
x[0:1.5]; x["a":]; x[0, ::-1]; torch.tensor(1.0)[0]; torch.tensor(1.0)[:];
torch.tensor(1.0)[0, 0]; torch.tensor(1.0)[t([0])]; x[t([True, False])];
x[t([True, False, True, True])]; x[:, t([True, False])]; x[0, t([True, False])];
x[t([[True, False]])]; x[t([[[True]]])]; x[[True, False]]; x[torch.zeros(3, 5)>0];
x[torch.zeros(2, 4)>0]; x[torch.zeros(3, 4, 2)>0]; y[:, torch.zeros(3, 5)>0];
x[t([0, 1]), t([0, 1, 2])]; x[[0, 5]]; x[[[0, 5]]]; x[(0, 5)]; x[range(5)]; x[2**40];
x[t([2**40])]; put(x, 5, 0.); put(x, (0, 9), 0.); put(x, t([5]), 0.);
put(x, t([5]), torch.zeros(4)); put(x, (slice(None), t([9])), 0.); put(z, t([-1]), 1.0);
put(z, t([0]), torch.zeros(1, 2)); put(z, 0, 1.0); put(x, slice(0, 2), torch.zeros(2, 5));
put(x, slice(0, 2), torch.zeros(3, 4)); put(x, slice(0, 2), torch.zeros(2, 2, 4));
put(x, slice(0, 2), torch.zeros(7)); put(x, slice(0, 2), torch.zeros(0));
put(x, slice(0, 0), torch.zeros(2, 4)); put(x, slice(0, 0), torch.zeros(5));
put(x, 0, torch.zeros(5)); put(x, 0, torch.zeros(1, 5)); put(x, 0, torch.zeros(2, 4));
put(x, 0, torch.zeros(0)); put(x, (0, 0), torch.zeros(2)); put(x, (0, 0), torch.zeros(2, 2));
put(x, (0, 0), torch.zeros(0)); put(x, t([0, 1]), torch.zeros(3, 4));
put(x, t([0, 1]), torch.zeros(5)); put(x, t([0, 1]), torch.zeros(2, 2, 4));
put(x, t([0, 1]), torch.zeros(2)); put(x, t([0, 1]), torch.zeros(0));
put(x, t([]).long(), torch.zeros(2, 4)); put(x, (slice(None), t([0, 1])), torch.zeros(3, 3));
put(x, (t([0]), t([1])), torch.zeros(3)); put(x, x > 5, torch.zeros(3));
put(x, x > 5, torch.zeros(0)); put(x, x > 5, torch.zeros(7)); put(x, x > 50, torch.zeros(7));
put(x, t([True, False, True]), torch.zeros(3, 4));
put(x, t([True, False, True]), torch.zeros(2, 5)); put(x, t([True, False]), 0.);
put(x, t([True, False]), torch.zeros(4)); put(x, t([0, 1]), t([1, 2]));
put(x, slice(0, 2), [1, 2, 3]); put(x, t([0]), [1, 2, 3]); put(x, x > 5, [1, 2, 3]);
put(x, 0, "a"); put(x, 0, None); put(x, t([0]), "a"); put(x, x > 5, None); put(x, 0, {});
put(x, "a", 0.); put(x, 1.5, 0.); put(x, [0, 5], 0.); put(x, ..., torch.zeros(5));
put(x, (..., 0), torch.zeros(5)); put(torch.tensor(1.0), 0, 1.0); put(t([1, 2]), 0, float("nan"));
put(t([1, 2]), 0, float("inf")); put(t([1, 2]), t([0]), float("nan"));
put(t([1, 2]), t([True, False]), float("nan")); put(t([1, 2]), 0, 2**70);
put(t([1], dtype=torch.int8), 0, 300); put(t([1], dtype=torch.int8), t([0]), 300);
put(t([1], dtype=torch.uint8), 0, 300); put(torch.zeros(2), 0, 1e300);
put(x[0].expand(3, 4), slice(0, 2), 1.0); put(x.t(), 0, torch.zeros(4)); int(x); float(x);
int(torch.zeros(0)); bool(x); bool(torch.zeros(0)); int(torch.tensor(float("nan")));
int(torch.tensor(float("inf"))); float("a" if x[0, 0] else "b"); x.item(); torch.zeros(0).item();
[1, 2][t([1, 2])]; [1, 2][torch.tensor(1.0)]; range(torch.tensor(1.5)); len(torch.tensor(1));
list(torch.tensor(1)); x.select(0, 5); x.select(0, -4); x.select(2, 0); x.narrow(0, 2, 5);
x.narrow(0, 5, 1); x.narrow(0, -4, 1); x.narrow(0, 0, -1); z.narrow(0, 0, 1); x.unbind(2);
x.index_select(0, t([5])); x.index_select(1, t([-1])); x.take(t([12])); x.gather(0, t([[3]]));
x.gather(1, t([[-1]])); x.scatter(0, t([[3]]), 1.0); x.masked_fill(torch.zeros(3, 5)>0, 0.);
x.masked_fill(torch.zeros(3, 4), 0.); x.masked_fill(t([0, 1, 0, 1]), 0.);
x.masked_select(torch.zeros(3, 5)>0); x.masked_select(torch.zeros(3, 4));
x.masked_scatter(x > 5, torch.zeros(2)); x.masked_scatter(x > 5, t([1, 2, 3, 4, 5, 6]));
""")

CREATION = expressions("""
torch.zeros(2, 3, 4) @ torch.zeros(3, 4, 5); torch.zeros(2, 3, 4) @ torch.zeros(2, 5, 5);
torch.zeros(0).max(); torch.zeros(0).argmax(); torch.zeros(0).mode(); torch.zeros(0).median(0);
torch.tensor([1, [2]]); torch.tensor([[1], [2, 3]]); torch.tensor([[1, 2], 3]); torch.tensor("a");
torch.tensor(["a"]); torch.tensor([None]); torch.tensor(None); torch.tensor({});
torch.tensor([1, "a"]); torch.tensor([x, x]); torch.tensor([[x]]); torch.tensor([2**70]);
torch.tensor([300], dtype=torch.int8); torch.tensor(float("nan"), dtype=torch.int64);
torch.zeros(-1); torch.zeros("a"); torch.zeros(2.0); torch.zeros(2, 1.5); torch.zeros([2, -1]);
torch.empty(-1); torch.empty(-1, 3); torch.full((2,), "a"); torch.full(2, 1.0);
torch.full((-2, ), 1.0); torch.arange(0, 5, 0); torch.arange(5, 0); torch.arange(0, -1);
torch.arange("a"); torch.ones(2, device="tpu"); torch.eye(-1); torch.rand(-1); torch.zeros();
torch.tensor(); torch.arange(); torch.rand(2, dtype="a"); torch.eye(); torch.eye("a", "b");
torch.arange(0, 1, 2, 3); torch.tensor([1], 2); torch.tensor([torch.tensor([1., 2.])]);
torch.tensor([torch.zeros(0)]); torch.tensor([torch.zeros(2, 2), torch.zeros(2, 2)]);
torch.tensor([torch.zeros(2), [1., 2.]]); torch.tensor([1, (2, 3)]); torch.tensor([[1, 2], 3.5]);
torch.tensor([[1], None]); torch.tensor([1, None]); torch.tensor([[1], "a"]);
torch.tensor(["a", 1]); torch.tensor([{}]); torch.tensor([1, {}]); torch.tensor({1, 2});
torch.tensor([{1, 2}]); torch.tensor([[1], []]); torch.tensor([[[1, 2]], [[3]]]);
torch.tensor([[[1, 2]], [3]]); torch.tensor(x for x in [1]); torch.tensor(object());
torch.tensor(2**63); torch.tensor(2**70); torch.tensor(-2**63-1); torch.tensor([2**63]);
torch.tensor(300, dtype=torch.uint8); torch.tensor(-300, dtype=torch.uint8);
torch.tensor(300, dtype=torch.int8); torch.tensor(2**40, dtype=torch.int32);
torch.tensor(2**15, dtype=torch.int16); torch.tensor(float("inf"), dtype=torch.int32);
torch.tensor(1e10, dtype=torch.int32); torch.tensor(1e30, dtype=torch.int64);
torch.tensor([1, 2], dtype="int64"); torch.tensor([1, 2], dtype=str); torch.tensor([1], device=3);
torch.zeros(2, dtype="float32"); torch.zeros(3).to([]); torch.zeros_like([1]);
torch.zeros_like(3); torch.ones(-1); torch.ones(2, -3); torch.empty(-2); torch.empty(2, -2);
torch.full((2, -2), 1); torch.full((2,), None); torch.full((2,), torch.tensor([3, 4]));
torch.full((2,), torch.tensor([3])); torch.full([2, 1.5], 1); torch.full((2.0, ), 1);
torch.full("a", 1); torch.full(None, 1); torch.zeros(None); torch.zeros(2, "a");
torch.zeros([2, 1.5]); torch.zeros([2.5]); torch.zeros((2, "a")); torch.zeros([[2]]);
torch.zeros(torch.tensor([2, 3])); torch.zeros(torch.tensor(2.5)); torch.zeros(True);
torch.zeros(size=2); torch.zeros(2, size=(2,)); torch.zeros(2, foo=1); torch.ones();
torch.empty(); torch.empty("a"); torch.eye(2, -1); torch.eye("a"); torch.eye(2.5);
torch.arange(0, "a"); torch.arange(0, 1, "a"); torch.arange(None); torch.arange(0, float("inf"));
torch.arange(0, float("nan")); torch.arange(torch.tensor([1, 2])); torch.linspace(0, 1, -1);
torch.linspace(0, 1, "a"); torch.linspace("a", 1, 3); torch.linspace(0, 1, 2.5);
torch.linspace(0, 1); torch.as_tensor("a"); torch.zeros(2).new_zeros("a");
torch.zeros(2).new_zeros(-1); torch.zeros(2).new_empty(-1); torch.zeros(2).new_full((2,), "a");
torch.zeros(2).new_full(2, 1); torch.zeros(2).new_tensor("a"); torch.zeros(2).new_ones(2.5);
torch.zeros(2).float(1); torch.zeros(2).long(dtype=1); torch.zeros(2).clone(1);
torch.zeros(2).contiguous(1); torch.zeros(2).type_as(3); torch.empty_like([1]);
torch.full_like([1], 1); torch.full_like(torch.zeros(2), "a"); torch.full_like(torch.zeros(2));
torch.tensor(1, requires_grad=True); torch.zeros(2, 3.0, 4); torch.zeros(2.0, 3);
torch.zeros((2.0, 3)); torch.zeros(2, None); torch.zeros((2, 3), 4); torch.zeros(2, (3, 4));
torch.empty(2, 3.0); torch.ones([2], [3]); torch.zeros(True, 2);
""")

SHAPES = expressions("""
x @ torch.zeros(3); x @ x; s0 @ x; x @ i1; x @ torch.zeros(4, dtype=torch.float64);
x.half() @ torch.zeros(4); x @ 2; torch.mm(x, x); torch.mm(x, i1); torch.bmm(x, x);
torch.mv(x, x); torch.dot(x, x); torch.dot(torch.zeros(2), torch.zeros(3));
torch.einsum("ij, jk->ik", x, x); torch.einsum("ij->k", x); torch.einsum("ijk", x);
torch.einsum("ij, jk", x); torch.nn.functional.linear(x, torch.zeros(2, 3)); x.view(5);
x.view(-1, 5); x.view(-1, -1); x.view(2, -3); x.view(-1, 0); x.t().view(12); x.reshape(5);
x.reshape(-1, 5); x.transpose(0, 2); x.transpose(0, -3); x.permute(0); x.permute(0, 0);
x.permute(0, 2); x.unsqueeze(3); x.unsqueeze(-4); x.squeeze(2); x.expand(2, 4); x.expand(4);
x.expand(5, 2, 4); x.expand(-1, 3, 4); x.repeat(2); x.flatten(1, 0); x.flatten(0, 2);
torch.cat([]); torch.cat([x, torch.zeros(3)]); torch.cat([x, torch.zeros(3, 5)]);
torch.cat([x, x], dim=2); torch.cat(x); torch.cat([x, 1]); torch.stack([]);
torch.stack([x, torch.zeros(3)]); torch.stack([x, x], dim=3); x.split(0); x.split([1, 1]);
x.split(-1); x.chunk(0); x.index_select(0, t([9])); x.index_select(0, t([[0]]));
x.index_select(0, t([0.0])); x.index_select(3, t([0])); x.masked_select(t([True, False]));
x.unfold(0, 5, 1); x.movedim(0, 5); torch.matmul(x, [1.0]); x.view("a"); x.view(1.5);
x.reshape("a"); x.permute("a"); x.transpose("a", 0); x.unsqueeze("a"); x.unsqueeze();
x.squeeze(1.5); x.expand("a"); x.split("a"); x.matmul(); torch.stack(x); torch.stack(3);
torch.cat(3); torch.cat(); x.index_select(0, [0]); x.squeeze("b"); x.movedim("a", 1);
x.narrow("a", 0, 1); torch.squeeze(1); x.index_select(0); x.transpose(0); x.transpose("a", "b");
x.chunk("a"); x.flatten("a"); torch.cat(x, x); torch.cat([x], 0, 1); torch.cat([x], foo=0);
torch.cat([x], dim="a"); torch.stack(); torch.stack([x], "a"); torch.matmul(x);
torch.matmul(x, "a"); x.matmul("a"); x @ "a"; x.dot(1); x.view(2.0, 6); x.view(2, 6.0);
x.view(None); x.view(True); x.reshape(2.0, 6); x.reshape(2, 6.0); x.reshape([2, 6.0]);
x.reshape([2.0, 6]); x.reshape(6.0); x.reshape(None); x.reshape(True); x.expand(3.0, 4);
x.expand(3, 4.0); x.expand(4.0); x.permute(1.0, 0); x.permute(1, 0.0); x.permute([1, 0.0]);
x.repeat(1.0, 2); x.repeat(1, 2.0); x.repeat(2.5); x.repeat(); x.tile(2.0); x.flip(0.0);
x.flip("a"); x.flip(0, 1.0); x.flip(); torch.reshape(x, (2.0, 6)); torch.reshape(x, 2);
torch.permute(x, 1); torch.flip(x, 0); x.view(2**40); x.split([1.0, 2]); x.split(1.5);
x.chunk(1.5); x.narrow(0, 0, 1.5); x.unsqueeze(0.5); x.transpose(0.5, 1); x.select(0, 1.5);
x.flatten(0.5); torch.stack([x], 1.5); torch.cat([x], 1.5);
x.index_select(1.5, torch.tensor([0])); x.movedim(0.5, 1);
""")

NUMBERS = expressions("""
x[-4]; x[t([0]), t([9])]; z[t([-1])]; x[t([0.5])]; x[0.5]; x[None, None, 5]; x[..., 9]; i1[7];
s0[0]; put(x, 9, 1.0); put(x, t([9]), 1.0); put(x, (slice(None), t([9])), 1.0);
put(x, m, torch.zeros(3)); put(x, m, torch.zeros(0)); put(x, m2, torch.zeros(3, 4));
put(x, t([True, False]), 0.0); put(s0, 0, 1.0); put(i1, 0, float("nan")); put(i1, 0, 2**70);
put(i8, 0, 300); x + torch.zeros(5); x + torch.zeros(2, 4); x + "a"; "a" + x; x + None;
x + [1, 2]; [1, 2] + x; x * torch.zeros(4, 3); x.add_(torch.zeros(2, 3, 4)); i1.add_(1.5);
i1.div_(2); i1 // 0; i1 % 0; i1 ** -1; torch.outer(x, x);
torch.nn.functional.embedding(t([9]), x); torch.nn.functional.embedding(t([-1]), x);
torch.nn.functional.embedding(t([1.0]), x); x.repeat_interleave(t([1, 2]), dim=0);
x.repeat_interleave(-1); x.sum(2); x.sum((0, 0)); x.mean(2); i1.mean(); x.max(2); z.max();
z.max(0); z.argmax(); z.argmax(0); z.min(); torch.softmax(i1, 0); torch.softmax(x, 2);
torch.log_softmax(i1, 0); i1.softmax(0); x.topk(9); x.topk(2, dim=3); x.sort(dim=2); x.cumsum(2);
bool(z); len(s0); list(s0); range(x); x.gather(1, t([[9]])); x.gather(1, t([9]));
x.gather(0, t([[0, 0, 0, 0, 0]])); x.gather(1, t([[0.0]])); x.gather(2, t([[0]]));
x.scatter(1, t([[9]]), 1.0); x.scatter(1, t([9]), 1.0);
x.scatter(1, t([[0, 1]]), torch.zeros(1, 1)); x.scatter(1, t([[0]]), t([[1]]));
x.scatter_add(1, t([[9]]), torch.zeros(1, 1)); x.index_add(0, t([9]), torch.zeros(1, 4));
x.index_add(0, t([0, 1]), torch.zeros(1, 4)); x.index_copy(0, t([9]), torch.zeros(1, 4));
x.index_fill(0, t([9]), 1.0); x.take(t([99])); x.masked_fill(t([1]), 1.0);
x.masked_fill(m, torch.zeros(2)); torch.where(m, 1.0, torch.zeros(5)); torch.where(x, 1.0, 2.0);
torch.multinomial(torch.zeros(3), 1); torch.multinomial(torch.ones(3), 5);
torch.multinomial(torch.ones(3), 0); torch.multinomial(-torch.ones(3), 1);
torch.multinomial(torch.tensor([float("nan"), 1.0]), 1); torch.multinomial(t([1, 2]), 1);
torch.randint(5, 5, (2,)); torch.randperm(-1); x.copy_(torch.zeros(5));
x.copy_(torch.zeros(2, 4)); x.copy_([1]); x.fill_("a"); x.fill_(torch.zeros(2)); x.clamp();
x.clamp(min="a"); x.to("a"); x.foo; x.foo(); torch.foo(x); torch.tril(i1);
torch.triu(torch.zeros(3)); x & 1; x | m; -m; m - m; m - 1; x << 1; x.bitwise_and(1); i1.sqrt_();
torch.equal(x, 1); torch.allclose(x, i1); x.allclose(torch.zeros(5)); torch.isclose(x, i1);
torch.dist(x, torch.zeros(5)); torch.logsumexp(x, 2); torch.norm(i1); torch.std(i1); x.var(2);
torch.nn.functional.silu(i1); torch.nn.functional.gelu(i1); torch.nn.functional.rms_norm(x, (3,));
torch.nn.functional.layer_norm(x, (3,)); torch.nn.functional.one_hot(t([5]), 3);
torch.nn.functional.one_hot(t([-1])); torch.bincount(t([-1])); torch.bincount(x);
torch.searchsorted(x, torch.zeros(5, 2)); torch.exp(i1, out=i1); torch.add(x, x, out=i1);
torch.exp("a"); torch.exp([1.0]); torch.sum([1.0]); torch.max([1.0]); torch.softmax([1.0], 0);
x.sum("a"); x.mul(); x.topk(); x.masked_fill(m); x.masked_fill(m, "a");
x.masked_fill([True], 1.0); x.gather(1, [0]); x.scatter(0); torch.multinomial(x);
""")

ARGUMENTS = expressions("""
x.clamp(1, max="a"); x.add("a"); x.mul("a"); x.sub([1]); x.max("a"); x.max(0, 1, 2, 3);
x.mean([0.5]); x.where("a", x); torch.where(x > 0, "a", x); torch.where("a", x, x);
x.masked_fill(x > 0); x.masked_fill(x, 1); x.scatter(0, 1, 2); x.scatter(0, torch.tensor([[0]]));
x.scatter(0, torch.tensor([[0]]), "a"); x.repeat_interleave(2, 3, 4); x.sort("a"); x.argsort("a");
x.std("a"); x.pow("a"); x.copy_("a"); x.copy_([1.0]); x.fill_(); x.div(x, rounding_mode="a");
x.eq("a"); x.eq(); x.remainder("a"); torch.mul(x); torch.mul(2, "a"); torch.sum("a");
torch.max([1, 2]); torch.max(1, 2); torch.mean([1.0]); torch.clamp([1.0], 0, 1);
torch.sort([1, 2]); torch.argsort([1, 2]); torch.pow(2, 3); torch.multiply(x, None);
torch.masked_fill(x, x > 0); torch.repeat_interleave(2, 3); x.random_("a"); x.topk("a");
x.topk(1, "a"); x.cumsum(); x.cumsum("a"); x.softmax("a"); x.gather(0, "a");
x.gather("a", torch.tensor([[0]])); x.argmax(0, 1, 2); x.exp(1); x.exp(foo=1); torch.exp();
torch.exp(x, x, x); torch.softmax(); torch.softmax(x); torch.softmax(x, "a"); x.contiguous(1);
x.t(1); x.clone(foo=1); torch.nn.functional.softmax(); torch.nn.functional.embedding(x);
torch.nn.functional.silu(); torch.nn.functional.relu(3); torch.tril("a"); torch.tril(x, "a");
torch.outer(x); torch.equal(x); torch.allclose(x); torch.allclose(x, 1);
torch.multinomial("a", 1); torch.multinomial(x, "a"); torch.topk(x); torch.clone([1]); x.sum(0.0);
x.mean("a"); x.new_zeros(2, 3.0); x.new_zeros(2.5, 3); x.new_ones((2, "a"));
torch.broadcast_to(x, (3.0, 4)); x.broadcast_to(3); x.topk(1.5); x.cumsum(1.0); x.softmax(1.0);
x.tril(1.5); x.gather(1.5, torch.tensor([[0]])); x.max(1.5); x.sort(1.5);
""")
