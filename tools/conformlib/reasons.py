"""What is known of the differences, by hand."""

from __future__ import annotations

# Operators whose results torch leaves open: memory that nobody has written to.
UNWRITTEN = {
    "empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided",
    "resize_", "resize_as_",
}  # fmt: skip

# Operators that sum: a sum of large numbers may be small and is then no nearer to the truth than
# large ones are, so what is near enough depends on the largest element of the result. Torch sums
# in another order than the facade, and with vectors of 8 or 16 at once.
SUMMING = {
    "__rmatmul__", "addbmm", "addmm", "addmv", "addr", "baddbmm", "bmm", "cdist", "cumsum", "dot",
    "einsum", "inner", "linalg.multi_dot", "linalg.vecdot", "matmul", "mean", "mm", "mv",
    "nn.functional.bilinear", "nn.functional.conv1d", "nn.functional.conv2d",
    "nn.functional.linear", "nn.functional.scaled_dot_product_attention", "sum", "tensordot",
    "trace", "vdot",
}  # fmt: skip

# What the facade's own error names as not offered, and is meant not to be: such samples are left
# out and counted. The text in front of "is not in the browser's torch".
BY_DESIGN = {
    "Tensor.view(dtype)",
    "dropout in training",
    "embedding(max_norm=…)",
    "a norm of singular values",
    "pad(mode='circular')",
    "pad(mode='reflect')",
    "pad(mode='replicate')",
    "scaled_dot_product_attention(dropout_p=…)",
}

# Why an operator of the facade does not always agree, where the first difference that the
# measurement meets does not say it well. By the name of the operator.
REASONS: dict[str, str] = {}
