"""Gates: whether a candidate fails against its baseline.

`conditions.py` reads "bleu<-0.5 and chrf.p<0.05"; `judging.py` tests the difference of two systems
against such conditions and limits on BLEU. The command line names a failing gate and sets the
exit code.
"""
