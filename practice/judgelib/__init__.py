"""What practice/judge.py is made of, beside the judge itself (practice/kernel)."""
