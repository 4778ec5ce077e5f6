"""One rank of two, as a process of its own: ``python tp_worker.py RANK FILE [MODEL]``.

The ranks meet at FILE. Without a model each prints what the two collective operations gave it; with
one, each loads its shards and prints the scores that it has after a prompt.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed

from minisgl.distributed import DistributedInfo, all_gather, all_reduce, set_tp_info

IDS = [3, 1, 4, 1, 5, 9, 2, 6]


def main() -> None:
    rank, meeting = int(sys.argv[1]), Path(sys.argv[2])
    torch.distributed.init_process_group(
        "gloo",
        init_method=meeting.as_uri(),
        rank=rank,
        world_size=2,
        timeout=timedelta(seconds=60),
    )
    set_tp_info(DistributedInfo(rank, 2))
    if len(sys.argv) > 3:
        from minisgl.models import (
            DecoderForCausalLM,
            ModelConfig,
            iterate_weights,
            load_weights,
        )
        from minisgl.utils import load_hf_config

        model = DecoderForCausalLM(ModelConfig.from_hf(load_hf_config(sys.argv[3])))
        load_weights(model, iterate_weights(sys.argv[3]))
        with torch.inference_mode():
            out = model.forward(torch.tensor(IDS), torch.arange(len(IDS)))
        print(json.dumps(out.tolist()))
    else:
        x = torch.tensor([[1.0, 2.0], [3.0, 4.0]]) * 10**rank
        gathered = all_gather(x)
        print(json.dumps([all_reduce(x).tolist(), x.tolist(), gathered.tolist()]))
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
