"""Overview of a data set: the verdict, its parts, where Δ lies, and the segments that moved."""

import streamlit as st

from bleu_core.present.account.jobs import JobAccount
from pages.ui import job_results, open_job
from pages.ui.overview import job_parts, job_report, job_segments, job_strips

job = open_job.get()
survey = job_results.survey(job)
account = JobAccount(job, job_results.significance.ready(job), survey)
job_parts.verdict(account)
job_report.menu(job, survey)
left, right = st.columns([5, 6], gap="large")
with left:
    job_parts.waterfall(account)
with right:
    job_parts.parts(account)
job_strips.strips(job)
if survey := job_results.survey_or_wait(job):
    left, right = st.columns(2, gap="large")
    with left:
        job_segments.histogram(job, survey)
    with right:
        job_segments.concentration(job, survey)
    job_segments.movers(job, survey)
job_parts.complete(job)
