"""Small programs that both torches run: what they give, or how they fail, has to be the same.

A line is a program: statements, and behind the last semicolon an expression.
"""

from __future__ import annotations


def programs(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line]


# In place and out=: what may be read and written at once, and what is resized.
WRITING = programs(r"""
a=torch.arange(6.); a.resize_(2,2)
a=torch.arange(6.); a.resize_(2,2); a.untyped_storage().nbytes()
a=torch.arange(6.); b=a[1:3]; b.resize_(2,2); (a,b)
a=torch.arange(6.); b=a[1:3]; b.resize_(3,3); b.untyped_storage().nbytes()
a=torch.arange(6.); b=a[1:3]; b.resize_(3,3); a[0]=9; (b.shape, a)
a=torch.arange(6.).view(2,3).t(); a.resize_(3,2)
a=torch.arange(6.).view(2,3).t(); a.resize_as_(torch.zeros(2,2))
a=torch.arange(6.); a.resize_(2.0)
a=torch.arange(6.); a.resize_([2,3])
a=torch.arange(6.); a.resize_(-1)
a=torch.arange(6.).view(2,3).t(); torch.add(torch.ones(2,3).t(), 1, out=a); a
a=torch.arange(6); torch.add(torch.ones(6), 1, out=a)
a=torch.zeros(3); torch.add(torch.ones(2,3), 1, out=a[None].expand(2,3))
a=torch.arange(5.); a[torch.tensor([0,1])] = a[1:3]; a
a=torch.arange(5.); a[[0,1]] = a[[1,2]]; a
a=torch.arange(5.); a[a>2] = a[:2]; a
a=torch.arange(5); a[a] = a; a
a=torch.arange(5); a[a] = 7; a
a=torch.arange(5); a[a[:2]] = 7; a
a=torch.arange(6.).view(2,3); a[0] = a[1]; a
a=torch.arange(6.).view(2,3); a[:, 0] = a[:, 1]; a
a=torch.arange(6.).view(2,3); a[0:1] = a; a
a=torch.arange(6.).view(2,3); a[:] = a[0]; a
a=torch.arange(6.).view(2,3); a[:] = a; a
a=torch.arange(6.).view(2,3); a -= a[0]; a
a=torch.arange(6.).view(2,3); a /= a.sum(1, keepdim=True); a
a=torch.arange(6.).view(2,3); a[1] += a[0]; a
a=torch.arange(6.); a[1:].add_(a[:-1]); a
a=torch.arange(6.); torch.cumsum(a, 0, out=a)
a=torch.arange(4.).view(2,2); torch.exp(a, out=a)
a=torch.arange(4.); torch.exp(a[1:], out=a[:3])
a=torch.arange(4.); torch.clamp(a[1:], 1, out=a[:3])
a=torch.arange(4.); a[1:].clamp_(a[:3]); a
a=torch.arange(4.); a[1:].masked_fill_(a[:3] > 1, 0); a
a=torch.arange(4.); torch.cat([a[:2], a[2:]], out=a)
a=torch.arange(4.); torch.max(a, 0, out=(a[0], torch.empty((),dtype=torch.int64)))
a=torch.arange(4.); a[1:].lerp_(a[:3], 0.5)
a=torch.arange(4.); a[1:].addcmul_(a[:3], a[:3])
a=torch.arange(4.); a[::2].add_(a[1::2]); a
a=torch.arange(4.).view(2,2); a.t().mul_(a); a
a=torch.arange(4.).view(2,2); a.t().copy_(a); a
a=torch.arange(4.).view(2,2); a.fill_diagonal_(1); a
a=torch.arange(4.); a.scatter_(0, torch.tensor([0,1]), a[2:]); a
a=torch.arange(4.); a.index_copy_(0, torch.tensor([0,1]), a[2:]); a
a=torch.arange(4.); a.index_add_(0, torch.tensor([0,1]), a[2:]); a
a=torch.arange(4.); a[:2] = a.view(2,2); a
a=torch.arange(4.); b=a.view(2,2); b[0] = b.t()[0]; a
a=torch.arange(4.); a[0] = a[1]; a
a=torch.arange(4.); a[0] += a[1]; a
a=torch.arange(4.); a[0] = a[0]; a
torch.arange(3, out=torch.empty(0))
torch.arange(3, out=torch.empty(0, dtype=torch.int32))
torch.arange(0, 64, 0.5, out=torch.empty(0, dtype=torch.int64))
torch.arange(0, 2, 0.5, out=torch.empty(0))
torch.arange(0, 2, 1.5, out=torch.empty(0, dtype=torch.int64))
torch.arange(0, 64, 0.5, dtype=torch.int64)
torch.arange(0, 64, 0)
""")

# What torch takes for a size, a dimension, a number or a truth value.
ARGUMENTS = programs(r"""
torch.zeros(2.0)
torch.zeros((2.0,3))
torch.zeros(True)
torch.zeros(2, True)
torch.zeros([True])
torch.ones(6).view(2, 3.0)
torch.ones(6).view((2, 3.0))
torch.ones(6).view(6, True)
torch.ones(6).reshape(2.0, 3)
torch.ones(6).reshape(6, True)
torch.reshape(torch.ones(6), (2, 3.0))
torch.reshape(torch.ones(6), 2, 3)
torch.reshape(torch.ones(6), 6)
torch.ones(2,3).permute(1.0, 0)
torch.ones(2,3).permute(True, False)
torch.permute(torch.ones(2,3), 1, 0)
torch.permute(torch.ones(2,3), (1, 0))
torch.ones(3,1).expand(3, 2.0)
torch.ones(3,1).expand(3, True)
torch.ones(3,1).repeat(3, 2.0)
torch.ones(3,1).repeat(1, True)
torch.tile(torch.ones(3), (2.0,))
torch.full((2.0,), 1)
torch.empty(2.5)
torch.ones(3).new_zeros(2.0)
torch.ones(6).view(torch.tensor(2), 3)
torch.ones(6).view((torch.tensor(2), 3))
torch.zeros(torch.tensor(2), 3)
torch.zeros(torch.tensor(2.0), 3)
torch.zeros(None)
torch.zeros("3")
torch.ones(2,3).softmax(dim=True)
torch.ones(2,3).softmax(1.0)
torch.ones(2,3).transpose(0, 1.0)
torch.ones(2,3).transpose(True, 0)
torch.ones(2,3).unsqueeze(True)
torch.ones(2,3).flatten(0.0)
torch.ones(2,3).argmax(True)
torch.ones(2,3).topk(2.0)
torch.ones(2,3).topk(True)
torch.ones(2,3).chunk(2.0)
torch.ones(2,3).split(2.0)
torch.ones(2,3).cumsum(True)
torch.cat([torch.ones(2), torch.ones(3)], dim=True)
torch.arange(3, True)
torch.arange("3")
torch.ones(3)[1.0]
torch.ones(3)[True]
a=torch.arange(5.); a[1:] += a[:-1]; a
a=torch.arange(4.).view(2,2); a += a.t(); a
a=torch.arange(4.).view(2,2); a.copy_(a.t()); a
a=torch.arange(5.); a[1:] = a[:-1]; a
a=torch.arange(5.); torch.add(a[1:], 1, out=a[:-1]); a
a=torch.arange(5.); a.add_(a); a
a=torch.arange(5.); b=torch.add(a, 1, out=torch.empty(3)); b
a=torch.arange(10.); o=a[2:4]; torch.add(torch.ones(3),1,out=o); (a, o)
a=torch.arange(4.); o=a[2:4]; torch.add(torch.ones(5),1,out=o); (a, o)
a=torch.arange(10.).view(2,5).t(); torch.add(torch.ones(2,2),1,out=a); a
o=torch.empty(0); torch.add(torch.ones(2,2),1,out=o); o
o=torch.empty(3); torch.mm(torch.ones(2,2),torch.ones(2,2),out=o); o
o=torch.empty(3); torch.sum(torch.ones(2,2),0,out=o); o
o=torch.empty(3); torch.cat([torch.ones(2,2),torch.ones(2,2)],0,out=o); o
o=torch.empty(3,2).t(); torch.cat([torch.ones(1,3),torch.ones(1,3)],0,out=o); o
o=torch.empty(3,2).t(); torch.gather(torch.ones(1,3),0,torch.tensor([[0,0,0]]),out=o); o
torch.ones(2,3).amax(0, out=torch.empty(3))
torch.ones(2,3).sum(axis=0, keepdims=True)
torch.ones(3).diag(True)
torch.ones(3,3).triu(True)
torch.ones(3,3).tril(diagonal=1.0)
torch.ones(3,3).flatten(False)
torch.ones(3,3).chunk(True)
torch.ones(3,3).topk(k=torch.tensor(2))
torch.ones(3,3).topk(2, largest=1)
torch.ones(3,3).select(0, True)
torch.eye(True)
torch.ones(3,3).unfold(0, True, 1)
torch.ones(3).allclose(torch.ones(3), equal_nan=1)
torch.stack([torch.ones(1)], dim=True)
torch.cat([torch.ones(1)], True)
torch.gather(torch.ones(2,2), True, torch.zeros(2,2).long())
torch.ones(2,2).index_select(True, torch.tensor([0]))
torch.multinomial(torch.ones(3), True)
torch.multinomial(torch.ones(3), 2, 1)
torch.ones(2,2).cumsum(dim=True)
torch.ones(2,2).argmax(dim=None)
torch.ones(2,2).argmax(0, 1)
torch.ones(2,2).softmax(0, torch.float64)
torch.tril_indices(True, 2)
torch.bincount(torch.arange(3), minlength=True)
torch.ones(2,2).copy_(torch.ones(2,2), 1)
""")

# Many elements to one.
REDUCING = programs(r"""
torch.arange(6.).view(2,3).max(1)
torch.arange(6.).view(2,3).max(1, True)
torch.arange(6.).view(2,3).aminmax(dim=1)
print(torch.arange(6.).view(2,3).aminmax(dim=1))
torch.aminmax(torch.arange(3))
torch.zeros(0).aminmax()
torch.zeros(2,0).max()
torch.zeros(2,0).max(1)
torch.zeros(2,0).amax(1)
torch.zeros(2,0).amax()
torch.zeros(2,0).amax(0)
torch.zeros(2,0).argmax()
torch.zeros(2,0).argmax(1)
torch.zeros(0).max()
torch.zeros(0).max(0)
torch.zeros(0).amax()
torch.zeros(0).amax(0)
torch.tensor([1,float('nan'),3]).max(0)
torch.tensor([1,float('nan'),3]).argmin()
torch.tensor([True,False]).max(0)
torch.tensor([True,False]).max()
torch.tensor([True,False]).argmax()
torch.tensor(3).max(0)
torch.tensor(3.).max(-1)
torch.tensor(3.).argmax(0)
torch.max(torch.tensor([1,2]), torch.tensor([2,1]))
torch.argmax(torch.tensor([1,2]), 0, out=torch.empty(0,dtype=torch.int64))
torch.ones([1]*65).sum(0)
torch.ones([1]*65).sum()
torch.ones([1]*65).mean(0)
torch.ones([1]*65).max(0).values.shape
torch.ones([1]*65).argmax(0).shape
torch.ones([1]*65).amax()
torch.ones([1]*65).all(0)
torch.ones([1]*65).var(0)
torch.ones([1]*65).logsumexp(0)
torch.ones([1]*65).prod(0).shape
torch.ones([1]*65).norm(2,0)
torch.ones([1]*65).count_nonzero(0)
torch.ones([1]*65).aminmax()
torch.ones(2,3).sum((0,0))
torch.ones(2,3).sum((0,-2))
torch.ones(2,3).sum(2)
torch.ones(2,3).mean(dtype=torch.int64)
torch.ones(2,3).long().mean()
torch.ones(2,3).sum(dtype=torch.int64)
torch.ones(2,3).bool().sum()
torch.ones(2,3).bool().sum(dtype=torch.float32)
torch.sum(torch.ones(2,3).long(), 0, out=torch.empty(0))
torch.ones(2,3).max(dim=1).indices
torch.ones(2,3).max(dim=1)[0]
torch.prod(torch.tensor([[1,2],[3,4]]), 1, out=torch.empty(0,dtype=torch.int64))
torch.softmax(torch.ones(2,3), 1, out=torch.empty(0))
torch.ones(2,3).softmax(1, dtype=torch.float64)
torch.ones(2,3).long().softmax(1)
torch.ones(2,3).long().softmax(1, torch.float32)
torch.ones(2,3).softmax()
torch.ones(3).var()
torch.ones(3).std(unbiased=False)
torch.ones(2,3).std(1, keepdim=True, correction=0)
torch.var_mean(torch.arange(4.))
torch.std_mean(torch.arange(4.).view(2,2), 1)
torch.isclose(torch.tensor(1.), torch.tensor(1.), rtol=-1.)
torch.isclose(torch.tensor(1.), torch.tensor(1.), atol=-1.)
torch.allclose(torch.ones(2), torch.ones(2,1))
torch.allclose(torch.ones(2), torch.ones(3))
torch.allclose(torch.ones(2), torch.ones(2).double())
torch.isclose(torch.ones(2).long(), torch.ones(2).long())
torch.isclose(torch.ones(2).long(), torch.ones(2).long(), rtol=0.5)
torch.linalg.vector_norm(torch.arange(6.).view(2,3))
torch.linalg.vector_norm(torch.arange(6.).view(2,3), 1, dim=1, keepdim=True)
torch.linalg.norm(torch.arange(6.).view(2,3))
torch.linalg.norm(torch.arange(6.).view(2,3), 1)
torch.linalg.norm(torch.arange(6.).view(2,3), float('inf'))
torch.linalg.norm(torch.arange(6.).view(2,3), 'fro', (0,1), True)
torch.linalg.norm(torch.arange(6.).view(1,2,3), 3)
torch.linalg.norm(torch.arange(6.).view(1,2,3), 1, dim=(1,2))
torch.linalg.norm(torch.arange(6.).view(1,2,3), 1, dim=2)
torch.linalg.matrix_norm(torch.arange(6.).view(2,3), -1)
torch.linalg.matrix_norm(torch.arange(6.).view(2,3), 3)
torch.linalg.vecdot(torch.arange(6.).view(2,3), torch.arange(6.).view(2,3))
torch.linalg.multi_dot([torch.ones(2,3),torch.ones(3,4),torch.ones(4)])
torch.linalg.diagonal(torch.arange(8).view(2,2,2))
torch.linalg.vector_norm(torch.arange(6))
torch.special.expit(torch.zeros(1))
torch.special.softmax(torch.zeros(2), 0)
torch.strided
torch.contiguous_format
torch.ones(2).layout
torch.zeros(2, layout=torch.strided)
torch.ones(2,2).t().clone(memory_format=torch.contiguous_format).stride()
torch.ones(2,2).t().clone(memory_format=torch.preserve_format).stride()
torch.ones(2,2).t().contiguous(memory_format=torch.contiguous_format).stride()
isinstance(torch.contiguous_format, torch.memory_format)
torch.cuda.manual_seed_all(3)
torch.cuda.is_initialized()
torch.norm(torch.arange(6.).view(2,3), dim=1)
""")

# What a tensor is, and what Python's own functions make of it.
ASKING = programs(r"""
a=torch.zeros(2,1,3); a.data.add_(1); a
torch.is_floating_point(torch.ones(2))
torch.ones(1).is_signed()
torch.is_nonzero(torch.ones(1))
torch.is_nonzero(torch.ones(2))
torch.is_nonzero(torch.ones(0))
torch.numel(torch.ones(2,3))
torch.ones(2).type()
torch.ones(2).type(torch.int64)
torch.ones(2).type("torch.HalfTensor")
torch.ones(2).type("foo")
torch.typename(torch.ones(2))
torch.typename(3)
torch.typename(int)
torch.ones(2).get_device()
reversed(torch.arange(3))
reversed(torch.tensor(3))
a=torch.zeros(2,1,3); a.squeeze_(); a
a=torch.zeros(2,1,3); a.squeeze_(1); a
a=torch.zeros(2,1,3); a.unsqueeze_(0); a
a=torch.zeros(2,3); a.t_(); a
a=torch.zeros(2,1,3); a.transpose_(0,2); a
a=torch.zeros(2,1,3); a.swapdims_(0,2); a
a=torch.zeros(2,1,3); b=a[0]; a.transpose_(0,2); b
a=torch.arange(6.); a.as_strided_((2,2),(1,2)); a
a=torch.arange(6.); a.detach_() is a
a=torch.arange(6.); b=torch.zeros(2,2); b.set_(a); b[0]=7; (a,b)
a=torch.arange(6.); b=torch.zeros(2,2); b.is_set_to(b.view(2,2))
a=torch.zeros(2,2); a.t_(0)
a=torch.zeros(2,2); a.transpose_(0)
torch.set_float32_matmul_precision("high"); torch.get_float32_matmul_precision()
torch.set_num_threads(0)
torch.set_num_threads("a")
torch.ones(2).ndimension()
torch.ones(2).is_contiguous(memory_format=torch.contiguous_format)
torch.Tensor([1,2])
torch.Tensor()
torch.Tensor(2,3).shape
torch.Tensor(2).shape
torch.Tensor([[1.5,2],[3,4]])
torch.Tensor(torch.ones(2))
a=torch.ones(2); b=torch.Tensor(a); b[0]=3; a
torch.Tensor(torch.ones(2).long())
torch.Tensor("a")
torch.Tensor(2.5)
torch.Tensor((2,3))
torch.Tensor(torch.Size([2,3])).shape
torch.LongTensor([1,2])
torch.LongTensor(2,3).shape
torch.LongTensor([1.5])
torch.FloatTensor([1,2])
torch.HalfTensor([1,2])
torch.BoolTensor([1,0])
torch.ByteTensor([255])
torch.ByteTensor([256])
torch.LongTensor(torch.ones(2).long())
isinstance(torch.ones(2), torch.FloatTensor)
isinstance(torch.ones(2), torch.LongTensor)
isinstance(torch.ones(2).long(), torch.LongTensor)
torch.LongTensor
torch.tensor(3) is None
import copy; a=torch.arange(6).view(2,3).t(); copy.copy(a)
import copy; a=torch.arange(6).view(2,3).t(); b=copy.deepcopy(a); b[0]=9; (a,b)
import copy; a=torch.arange(6).view(2,3); b,c=copy.deepcopy([a,a[0]]); c[0]=9; (a,b)
import pickle; a=torch.arange(6).view(2,3).t(); pickle.loads(pickle.dumps(a))
import copy; copy.deepcopy(torch.float32) is torch.float32
import copy; copy.copy(torch.Size([1,2]))
import copy; copy.deepcopy(torch.device("cpu"))
f"{torch.tensor(3.14159):.2f}"
f"{torch.tensor([3.14159])}"
"%.2f" % torch.tensor(3.14159)
round(torch.tensor(2.567), 2)
round(torch.tensor(2.567))
divmod(torch.tensor(7), 2)
abs(torch.tensor(-7))
int(torch.tensor(7.9))
float(torch.tensor([7.9]))
int(torch.tensor([1,2]))
complex(torch.tensor(1.))
bool(torch.tensor([]))
range(torch.tensor(3))
[10,20,30][torch.tensor(1)]
[10,20,30][torch.tensor(1.)]
list(torch.arange(3))
len(torch.tensor(3))
torch.tensor(3) in [1,2,3]
2 in torch.arange(3)
torch.arange(3) == None
torch.arange(3) != "a"
torch.arange(3) + "a"
torch.arange(3) + None
torch.arange(3) < None
"a" * torch.arange(3)
[1,2,3] + torch.arange(3)
torch.arange(3) @ 2
a=torch.ones(1); hash(a) == hash(a)
torch.ones(2).shape == (2,)
torch.ones(2,3).shape[-1]
torch.ones(2,3).shape + (1,)
torch.ones(2,3).shape[:1]
(1,) + torch.ones(2,3).shape
torch.Size([2,3]) * 2
torch.Size((2,3)).numel()
torch.Size([2.0])
torch.Size(3)
str(torch.Size([]))
sum(torch.arange(4))
max(torch.arange(4))
max(torch.tensor(3), torch.tensor(4))
sorted(torch.tensor([3,1,2]))
all(torch.tensor([True, False]))
zip(*torch.arange(4).view(2,2)).__class__
import math; math.sqrt(torch.tensor(4.))
import math; math.floor(torch.tensor(4.5))
[*torch.arange(2)]
torch.tensor([torch.tensor(1.), torch.tensor(2.)])
torch.stack([torch.tensor(1.), torch.tensor(2.)]).tolist()
torch.ones(2).tolist()[0].__class__
torch.arange(3).item()
torch.ones(1,1).item()
torch.ones(2,3).size()
torch.ones(2,3).size(-1)
torch.ones(2,3).size(5)
torch.ones(2).foo
torch.foo
""")

# Sets, quantiles, distances, bytes.
CHOOSING = programs(r"""
torch.quantile(torch.arange(5.), 0.5)
torch.quantile(torch.arange(6.).view(2,3), 0.4, 1)
torch.quantile(torch.arange(6.).view(2,3), 0.4, 1, True)
torch.quantile(torch.arange(6.).view(2,3), torch.tensor([0.,0.25,1.]), 0)
torch.quantile(torch.arange(6.).view(2,3), torch.tensor([0.,0.25,1.]), 0, keepdim=True)
torch.quantile(torch.arange(6.).view(2,3), torch.tensor([0.,0.25,1.]))
torch.quantile(torch.arange(5.), 0.3, interpolation="lower")
torch.quantile(torch.arange(5.), 0.3, interpolation="foo")
torch.quantile(torch.arange(5), 0.3)
torch.quantile(torch.arange(5.), 1.3)
torch.quantile(torch.arange(5.), torch.tensor([0.1]).double())
torch.quantile(torch.zeros(0), 0.3)
torch.quantile(torch.tensor([1.,float('nan'),3]), 0.3)
torch.nanquantile(torch.tensor([1.,float('nan'),3]), 0.3)
torch.nanquantile(torch.tensor([float('nan')]), 0.3)
torch.quantile(torch.tensor(3.), 0.3)
torch.quantile(torch.arange(5.).half(), 0.3)
torch.quantile(torch.arange(5.).double(), 0.3)
torch.quantile(torch.arange(5.), torch.tensor([[0.1]]))
torch.isin(torch.tensor([1,2,3]), torch.tensor([2,3]))
torch.isin(torch.tensor([1,2,3]), 2)
torch.isin(2, torch.tensor([1,2,3]))
torch.isin(torch.tensor([1,2,3]), torch.tensor([2,3]), invert=True)
torch.isin(torch.tensor([1,2.5,3]), torch.tensor([2,3]))
torch.isin(torch.tensor([[1,2],[3,4]]), torch.tensor([2,3]), assume_unique=True)
torch.isin(torch.tensor([float('nan')]), torch.tensor([float('nan')]))
torch.isin(torch.tensor([True]), torch.tensor([1]))
torch.unravel_index(torch.tensor(7), (3,4))
torch.unravel_index(torch.tensor([[7,1]]), (3,4))
torch.unravel_index(torch.tensor([12]), (3,4))
torch.unravel_index(torch.tensor([-1]), (3,4))
torch.unravel_index(torch.tensor([1.]), (3,4))
torch.unravel_index(torch.tensor([1]), 4)
torch.trace(torch.arange(6).view(2,3))
torch.trace(torch.arange(6.).view(2,3))
torch.trace(torch.arange(6.))
torch.arange(6.).view(2,3).trace()
torch.cdist(torch.arange(6.).view(2,3), torch.ones(4,3))
torch.cdist(torch.arange(6.).view(2,3), torch.ones(4,3), p=1)
torch.cdist(torch.arange(6.).view(2,1,3), torch.ones(4,3))
torch.cdist(torch.arange(6.).view(2,3), torch.ones(4,2))
torch.cdist(torch.arange(6), torch.ones(4,2))
torch.cdist(torch.arange(6).view(2,3), torch.ones(4,3))
torch.gcd(torch.tensor([12,-18]), torch.tensor([8]))
torch.lcm(torch.tensor([12,-18]), torch.tensor([8]))
torch.gcd(torch.tensor([12.]), torch.tensor([8]))
torch.gcd(torch.tensor([True]), torch.tensor([True]))
torch.gcd(torch.tensor([12]), 8)
torch.logaddexp2(torch.tensor([1]), torch.tensor([2]))
torch.arange(6.).split_with_sizes([2,4])
torch.split_with_sizes(torch.arange(6.),[2,4])
torch.arange(6.).split_with_sizes([2,3])
torch.arange(6.).view(2,3).H
torch.arange(6.).view(1,2,3).mH
torch.arange(6.).view(1,2,3).adjoint()
torch.arange(6.).H
torch.frombuffer(bytearray(b"\x00\x01\x02"), dtype=torch.int16)
torch.frombuffer(bytearray(), dtype=torch.int16)
torch.frombuffer(bytearray(b"ab"), dtype=torch.int16, offset=2)
torch.frombuffer(bytearray(b"abcd"), dtype=torch.int16, count=3)
torch.frombuffer(bytearray(b"abcd"), dtype=torch.int16)
torch.frombuffer([1], dtype=torch.int16)
a=torch.ones(3); a.lerp_(torch.zeros(3), 0.25); a
torch.tensor([0.25]).logit_()
a=torch.ones(3); a.less_(2)
a=torch.ones(3); a.arctan2_(torch.ones(3))
a=torch.ones(3).long(); a.bitwise_left_shift_(2)
a=torch.ones(3).long(); a.not_equal_(2)
torch.frombuffer(bytearray(b"\x00\x00\x80?\x00\x00\x00@"), dtype=torch.float32)
torch.frombuffer(bytearray(b"\x00\x00\x80?\x00\x00\x00@"), dtype=torch.int16, offset=2, count=2)
torch.frombuffer(bytearray(b"\x80?\x00@"), dtype=torch.bfloat16)
torch.frombuffer(bytearray(b"\x00<\x00@"), dtype=torch.float16)
torch.frombuffer(bytearray(b"\x00\x01"), dtype=torch.bool)
""")
