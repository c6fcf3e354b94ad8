"""Language models as players: registry, client, stream, LiteLLM, servers on this machine, limits."""
