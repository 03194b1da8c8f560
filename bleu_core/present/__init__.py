"""What is shown of a result, said once: tables and sentences, figures, reports, notebooks."""
