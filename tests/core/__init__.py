"""The core alone, against independent oracles: sacreBLEU, formulas written out, the paper."""
