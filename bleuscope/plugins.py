"""The interfaces of plugins: packages that add metrics and other parts by entry points.

>>> from bleuscope.plugins import MetricInfo
>>> MetricInfo("word-f1", "Word F1", "our report of 2026").unit
'points'
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy

if TYPE_CHECKING:
    from bleu_core.metrics import MetricInfo, TextMetric, UniformScores, format_signature
    from bleu_core.readers import Parts, Reader, ReadError
    from bleu_core.segments.columns import (
        BOTH,
        FLAG,
        INPUT,
        NUMBER,
        ONE,
        TEXT,
        SegmentColumn,
        SegmentTable,
    )
    from bleu_core.segments.detectors import Detector, DetectorInput, Thresholds

__all__ = [
    "BOTH",
    "FLAG",
    "INPUT",
    "NUMBER",
    "ONE",
    "TEXT",
    "Detector",
    "DetectorInput",
    "MetricInfo",
    "Parts",
    "ReadError",
    "Reader",
    "SegmentColumn",
    "SegmentTable",
    "TextMetric",
    "Thresholds",
    "UniformScores",
    "format_signature",
]

if not TYPE_CHECKING:
    # Loaded on first use: a metric needs no table of segments.
    __getattr__ = lazy.lazy_attributes(
        "bleu_core",
        {
            "metrics": "MetricInfo TextMetric UniformScores format_signature",
            "readers": "Parts ReadError Reader",
            "segments.columns": "BOTH FLAG INPUT NUMBER ONE TEXT SegmentColumn SegmentTable",
            "segments.detectors": "Detector DetectorInput Thresholds",
        },
    )
