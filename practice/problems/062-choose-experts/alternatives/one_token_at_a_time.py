"""Plain numbers, token by token; a softmax over the chosen ones is the renormalised one."""

import math

import torch


def choose_experts(router_logits, top_k, renormalize):
    weights = torch.zeros(len(router_logits), top_k)
    experts = torch.zeros(len(router_logits), top_k, dtype=torch.int64)
    for token, logits in enumerate(router_logits.tolist()):
        best = sorted(range(len(logits)), key=lambda expert: -logits[expert])
        counted = best[:top_k] if renormalize else best
        total = sum(math.exp(logits[expert] - logits[best[0]]) for expert in counted)
        for place, expert in enumerate(best[:top_k]):
            weights[token, place] = math.exp(logits[expert] - logits[best[0]]) / total
            experts[token, place] = expert
    return weights, experts
