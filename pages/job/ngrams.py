"""N-grams of a data set: those that were moved most, counted when asked for."""

from pages.ui import open_job
from pages.ui.ngrams import job_evidence

if found := job_evidence.evidence_or_wait(open_job.get()):
    job_evidence.show(found)
