"""Overview of a data set: the verdict, what carries it, where it lies, which segments moved."""

from pages.ui import open_job
from pages.ui.overview import job_parts

job_parts.show(open_job.get())
