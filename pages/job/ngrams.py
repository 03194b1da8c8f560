"""N-grams of a data set: those that moved most, counted on request."""

from pages.ui import job_results
from pages.ui.ngrams import job_evidence

job = job_results.current_job()
if found := job_evidence.evidence_or_wait(job):
    job_evidence.draw_job_evidence(job, found)
