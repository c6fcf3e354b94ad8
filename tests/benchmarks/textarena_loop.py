"""TextArena with a thread a session, run by its own interpreter: `textarena_loop.py URL THREADS REPLIES`.

Each thread plays one session after the other of TextArena's guessing game against the stub, by TextArena's own
agent for OpenAI's protocol. Prints the seconds that it took.
"""

import sys
import threading
import time

import textarena as ta  # type: ignore[import-not-found]

url, threads, replies = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lock = threading.Lock()
left = replies


def take() -> bool:
    """Whether one more reply is wanted."""
    global left  # noqa: PLW0603
    with lock:
        left -= 1
        return left >= 0


def play() -> None:
    agent = ta.agents.OpenAIAgent("say:[5]", api_key="none", base_url=url)
    while True:
        env = ta.make("GuessTheNumber-v0")
        env.reset(num_players=1)
        done = False
        while not done:
            if not take():
                return
            _, observation = env.get_observation()
            done, _ = env.step(action=agent(observation))
        env.close()


began = time.perf_counter()
players = [threading.Thread(target=play) for _ in range(threads)]
for player in players:
    player.start()
for player in players:
    player.join()
print(time.perf_counter() - began)
