"""Text to tokens, under sacreBLEU's tokenizer names.

`tokenize_line` returns the tokens of one text, by sacreBLEU's own tokenizer. `tokenize_block`
returns those of thousands of lines as bytes and offsets: 13a, zh, char and none by a closed form
over whole arrays (`byte_path`), the others by sacreBLEU's tokenizer line by line.
"""

from bleu_core.text.tokenizers.blocks import TokenBlock, tokenize_block
from bleu_core.text.tokenizers.lines import TokenizerUnavailable, tokenize_line, tokenizer_signature

__all__ = [
    "TokenBlock",
    "TokenizerUnavailable",
    "tokenize_block",
    "tokenize_line",
    "tokenizer_signature",
]
