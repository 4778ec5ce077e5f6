"""The built site in Chromium, as a reader has it before them."""
