"""Entity deduction, also known as Twenty Questions."""
