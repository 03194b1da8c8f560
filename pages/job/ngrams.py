"""N-grams of a data set: those that moved most, counted on request."""

from pages.ui import open_job
from pages.ui.ngrams import job_evidence

job = open_job.get()
if found := job_evidence.evidence_or_wait(job):
    job_evidence.show(job, found)
