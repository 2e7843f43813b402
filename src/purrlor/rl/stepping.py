"""Many games at once in compiled code: one call takes a step in each of them.

A game asks one seat at a time. Where several must decide, the lowest seat is asked first; the rules
hide from the others what it does. A seat that may act out of turn is asked once before each turn of
another, in the order of play beginning after that one (see `core.interrupting`), and may pass.

A kernel is optimized together with all it calls, so each of the large rules is called in one place
only, and what bots need is compiled apart (`deciding`): the step ends where a bot is asked.
"""

import numpy as np

from purrlor.core.chance import set_stream
from purrlor.core.contract import (
    PASS,
    actors,
    apply,
    deal,
    interrupters,
    is_over,
    legal,
    observe,
    scores,
    turns,
)
from purrlor.core.kernel import kernel, spliced
from purrlor.core.seats import MOST_SEATS, lowest_seat, next_seat

EPISODE = np.dtype(
    [
        ("is_episode", np.int8),
        ("status", np.int8),
        ("seat", np.int8),  # who is asked; when the game is over the learner who moved last
        ("mover", np.int8),  # the learner who moved last
        ("is_interrupting", np.int8),  # whether the seat may pass
        ("is_bot", np.int8),  # whether a bot is asked
        ("waiting", np.int8),  # mask of the seats that are asked before this turn
        ("learners", np.int8),  # mask of the seats that are played from outside
        ("players", np.int8),
        ("bots", np.int32, MOST_SEATS),  # who plays the other seats
        ("decision", np.int32),  # of the bot that was asked
        ("asked", np.int32),  # the turn before which seats out of turn were asked
        ("steps", np.int32),
        ("number", np.int64),  # counts the games that were played here
        ("rewards", np.float32, MOST_SEATS),
    ],
    align=True,
)
"""One game of many: who is asked, and how it stands."""

RUNNING, ENDED, CAPPED = range(3)
"""Status: a capped game was stopped after the turns that a simulated game may take."""
STEP, DEAL, GO_ON = range(3)
"""What to do with a game: what the learner decided, a new deal, or only what a bot decided."""
AT_ONCE, LATER, NEVER = range(3)
"""When a game that is over is dealt anew: in the same step, in the next one, or when told to."""
ALL_SEATS, SEATS_IN_TURN = -1, -2
"""In place of the learner's seat: every seat learns; another one in each game."""


@kernel
def first_refused(episodes, masks, actions):
    """Return the first running game whose action is not open to it, or -1."""
    for i in range(len(episodes)):
        if episodes[i].status == RUNNING:
            action = np.int64(actions[i])
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                return i
    return -1


@kernel
def step_all(table, commands, actions, first, total, learner, cap, autoreset):
    """Take one step in each game; `table` holds the records of these games.

    In its nth episode, game i of `total` uses streams 2(total * n + i) and the next of the key: one
    for the cards, one for the bots. So games depend neither on each other nor on threads. Return in
    how many games a bot is asked now.
    """
    states, blanks, options, episodes, chances, observations, own, tables, finals = table
    legals, traces, standings, _ = own
    masks, indices, numbers = tables
    out, trace, standing = legals[0], traces[0], standings[0]
    asked_bots = 0
    for i in range(len(episodes)):
        e, s, o, chance = episodes[i], states[i], observations[i], chances[2 * i]
        action = np.int64(PASS)
        is_dealt = commands[i] == DEAL
        if commands[i] == GO_ON:
            if not e.is_bot:
                continue
            action = np.int64(e.decision)
        elif not is_dealt and e.status != RUNNING:
            if autoreset != LATER:
                continue
            is_dealt = True
        elif not is_dealt:
            action = np.int64(numbers[e.seat, actions[i]])
            e.mover = e.seat
            e.steps += 1
        while True:
            if is_dealt:
                states[i] = blanks[0]
                begin(e, learner, first + i)
                stream = 2 * (total * (e.number - 1) + first + i)
                set_stream(chance, stream)
                set_stream(chances[2 * i + 1], stream + 1)
                deal(s, options[0], chance, trace)
            else:
                if e.is_interrupting:
                    e.waiting = np.int64(e.waiting) & ~(np.int64(1) << np.int64(e.seat))
                if action != PASS:
                    apply(s, np.int64(e.seat), action, chance, trace)
            if is_over(s) or turns(s) > cap:
                finish(s, e, standing)
            else:
                find_seat(s, e)
            if e.is_bot:
                break
            observe(s, np.int64(e.seat), o)
            if is_dealt or e.status == RUNNING or autoreset != AT_ONCE:
                break
            finals[0][i], finals[1][i] = o, e
            is_dealt = True
        masks[i, :] = 0
        if e.is_bot:
            asked_bots += 1
        elif e.status == RUNNING:
            for at in range(open_to(s, e, out)):
                masks[i, indices[e.seat, out.actions[at] + 1]] = 1
    return asked_bots


@spliced
def begin(e, learner, game):
    """Begin a new episode."""
    e.status = RUNNING
    e.asked = -1
    e.waiting = 0
    e.steps = 0
    for seat in range(MOST_SEATS):
        e.rewards[seat] = 0
    if learner == ALL_SEATS:
        e.learners = (1 << np.int64(e.players)) - 1
    elif learner == SEATS_IN_TURN:
        e.learners = 1 << (game + e.number) % np.int64(e.players)
    else:
        e.learners = 1 << learner
    e.mover = lowest_seat(np.int64(e.learners))
    e.number += 1


@spliced
def find_seat(s, e):
    """Find out who is asked next."""
    if turns(s) != e.asked:
        e.asked = turns(s)
        e.waiting = interrupters(s)
    waiting = np.int64(e.waiting) & interrupters(s)  # still, after what others did
    seat = lowest_seat(actors(s))
    e.waiting = waiting
    e.is_interrupting = waiting != 0
    e.seat = next_seat(waiting, seat) if waiting else seat
    e.is_bot = np.int64(e.learners) >> np.int64(e.seat) & 1 == 0


@spliced
def open_to(s, e, out):
    """List what the seat that is asked can do; return how much."""
    count = legal(s, np.int64(e.seat), out)
    if e.is_interrupting:
        out.actions[count] = PASS
        count += 1
    return count


@spliced
def finish(s, e, standing):
    """Give each seat the share of the others it beats, less the share that beats it."""
    e.status = ENDED if is_over(s) else CAPPED
    e.seat = e.mover
    e.is_interrupting = 0
    e.is_bot = 0
    scores(s, standing)
    for seat in range(e.players):
        reward = np.int64(0)
        for other in range(e.players):
            reward += np.int64(standing.places[seat] < standing.places[other])
            reward -= np.int64(standing.places[seat] > standing.places[other])
        e.rewards[seat] = np.float32(reward / (np.int64(e.players) - 1))
