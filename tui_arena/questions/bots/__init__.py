"""The parts that the bots of the question games share: belief, choice of questions, judging and coaching."""
