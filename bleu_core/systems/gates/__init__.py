"""Gates: when a candidate is held to be worse than its baseline.

`conditions.py` reads "bleu<-0.5 and chrf.p<0.05", `judging.py` judges the difference of two systems
by these and by limits on BLEU. What a gate that fails is called, and which exit code it has, the
command line says.

Stands on the metrics and on what is found about the input; suites and the command line stand on it.
"""
