"""The report and the plots, made from the results and from nothing else."""
