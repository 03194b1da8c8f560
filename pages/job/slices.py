"""Slices of a data set: by document, by its columns, by length."""

from pages.ui import job_results
from pages.ui.slices import job_slices

job = job_results.current_job()
if survey := job_results.survey_or_wait(job):
    job_slices.draw_job_slices(job, survey)
