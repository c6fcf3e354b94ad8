"""What honest servers and models send: each of these behaviours has to play.

`marks`, `layouts`, `fields` and `wire` put theirs into `serving.HONEST`, with the public reports that they are from.
"""
