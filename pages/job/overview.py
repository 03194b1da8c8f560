"""Overview of a data set: the verdict, its parts, where Δ lies, and the segments that moved."""

import streamlit as st
from bleu_core.present.account.datasets import DatasetAccount

from pages.ui import job_results
from pages.ui.overview import job_parts

job = job_results.current_job()
survey = job_results.survey(job)
account = DatasetAccount(job, job_results.significance.ready(job), survey)
job_parts.verdict(account)
job_parts.menu(job, survey)
left, right = st.columns([5, 6], gap="large")
with left:
    job_parts.waterfall(account)
with right:
    job_parts.parts(account)
job_parts.draw_job_strips(job)
if survey := job_results.survey_or_wait(job):
    left, right = st.columns(2, gap="large")
    with left:
        job_parts.histogram(job, survey)
    with right:
        job_parts.concentration(job, survey)
    job_parts.movers(job, survey)
job_parts.complete(job)
