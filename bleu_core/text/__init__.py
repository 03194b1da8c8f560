"""The test set and its texts.

- `evalset`: systems, references, source and documents, aligned by segment
- `config`: the settings of a BLEU score, and the names of tokenizers
- `tokenizers`: text to tokens
- `encoding`: tokens to integers
- `spans`: character spans of tokens
- `link`: settings in the query string of a link
- `plugins`: metrics, readers and tokenizers of other packages
- `glossary`: entries on the meaning of each number, in glossary.toml
"""
