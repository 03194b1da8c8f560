"""Slices of a data set: by document, by its columns, by length."""

from pages.ui import job_results, open_job
from pages.ui.slices import job_slices

job = open_job.get()
if survey := job_results.survey_or_wait(job):
    job_slices.show(job, survey)
