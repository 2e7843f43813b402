"""How a search tree grows: one simulation after the other."""

import numpy as np

from purrlor.bots.nodes import MOST_DEPTH, add_edges, find, has_room
from purrlor.bots.rollout import roll_out
from purrlor.bots.worlds import IMAGINED, draw_world
from purrlor.core.contract import (
    PASS,
    actors,
    apply,
    choose,
    clock,
    determinize,
    is_over,
    legal,
    observe,
    prospect,
    random_turn,
    scores,
    span,
    turns,
)
from purrlor.core.interrupting import ask_interrupters
from purrlor.core.kernel import kernel, spliced
from purrlor.core.seats import MOST_SEATS, lowest_seat
from purrlor.core.ties import draw_actions

MOST_DECISIONS = 10_000
"""So many decisions after which a random game is judged as it stands."""
CURIOSITY = 0.7
"""How much UCB adds for what was seldom tried; rewards are shares of a victory."""
CURIOSITY_BY_POLICY = 1.0
"""The same for prospects, in parts of what they spread by."""


@kernel
def grow(observation, out, count, trees, seen, words, by_policy, simulations):
    """Run so many simulations from the listed actions, as far as the tree has room."""
    seen[0] = observation
    root = find(trees[0], words)
    for _ in range(simulations):
        if has_room(trees):
            _simulate(observation, out, count, trees[0], root, seen, words, by_policy)


@kernel
def most_visited(observation, trees, seen, words):
    """Return the action that was tried most where this is observed."""
    tree = trees[0]
    seen[0] = observation
    node = tree.nodes[find(tree, words)]
    best = np.int64(node.first_edge)
    for edge in range(node.first_edge, node.first_edge + node.count):
        if tree.edges[edge].visits > tree.edges[best].visits:
            best = np.int64(edge)
    return np.int64(tree.edges[best].action)


@spliced
def _simulate(observation, out, count, tree, root, seen, words, by_policy):
    t, s = tree, tree.worlds[IMAGINED]
    thinker = np.int64(observation.seat)
    if by_policy:
        at, tries = draw_world(observation, t.chance, t.worlds)
        t.worlds[IMAGINED] = t.worlds[at]
        t.steps += tries
    else:
        determinize(observation, t.chance, s)
    until, asked = clock(s) + span(s), turns(s)
    t.depth, deciding = 0, np.int64(1) << thinker
    action = _descend(t, root, thinker, out, count, seen, by_policy)
    if action != PASS:
        apply(s, thinker, action, t.chance, t.notes)
    while t.depth < MOST_DEPTH and not is_over(s) and (not by_policy or clock(s) < until):
        if by_policy and turns(s) != asked:
            asked = turns(s)
            ask_interrupters(s, t.observation, t.legal, t.chance, t.chance, t.notes)
        seat = lowest_seat(actors(s))
        left = legal(s, seat, t.legal)
        action = np.int64(t.legal.actions[0])
        if left > 1:
            before = np.int64(t.node_count)
            observe(s, seat, seen[0])
            node = find(t, words)
            if node == before:
                break
            action = _descend(t, node, seat, t.legal, left, seen, by_policy)
            deciding |= np.int64(1) << seat
        apply(s, seat, action, t.chance, t.notes)
        t.steps += 1
    if by_policy:
        roll_out(t, thinker, until, asked)
        while deciding:
            seat = lowest_seat(deciding)
            deciding &= deciding - 1
            t.rewards[seat] = prospect(s, seat, t.standing)
    else:
        decisions = 0
        while not is_over(s) and decisions < MOST_DECISIONS:
            decisions += random_turn(s, t.legal, t.chance, t.chance, t.notes)
        t.steps += decisions
        scores(s, t.standing)
        _share_victory(t)
    _reward(t, thinker)


@spliced
def _descend(t, node, seat, out, count, seen, by_policy):
    """Return the action to go on with: one not tried yet if there is any, else by UCB.

    With policies, what the policy would do is tried first; the others come in random order.
    """
    if t.nodes[node].count == 0:
        first = choose(seen[0], out, count, t.chance) if by_policy else np.int64(PASS)
        draw_actions(out, count, count, t.chance)  # of equals the first is preferred from here on
        add_edges(t, node, seat, out, count)
        if by_policy:
            _bring_forward(t, node, first)
    edge = _select(t, node, by_policy)
    t.path[t.depth] = edge
    t.depth += 1
    return np.int64(t.edges[edge].action)


@kernel
def _bring_forward(t, node, action):
    """Let the first edge of a new node be that of an action."""
    first = np.int64(t.nodes[node].first_edge)
    for edge in range(first, first + t.nodes[node].count):
        if t.edges[edge].action == action:
            t.edges[edge].action = t.edges[first].action
    t.edges[first].action = action


@kernel
def _select(t, node, by_policy):
    """Return the edge of a node to go on with."""
    one = t.nodes[node]
    one.visits += 1
    if one.tried == one.count:
        return _best_bound(t, one, _curiosity(t, by_policy))
    edge = np.int64(one.first_edge) + np.int64(one.tried)
    one.tried += 1
    return edge


@kernel
def _best_bound(t, one, curiosity):
    """Return the edge that may be the best by what is known of it (UCB)."""
    wonder = curiosity * np.sqrt(np.log(one.visits))
    best, bound = np.int64(one.first_edge), -np.inf
    for edge in range(one.first_edge, one.first_edge + one.count):
        visits = np.float64(t.edges[edge].visits)
        found = t.edges[edge].total / visits + wonder / np.sqrt(visits)
        if found > bound:
            best, bound = np.int64(edge), found
    return best


@kernel
def _curiosity(t, by_policy):
    if not by_policy:
        return CURIOSITY
    count = np.float64(max(t.simulations, 1))
    mean = t.gained / count
    return CURIOSITY_BY_POLICY * np.sqrt(max(t.squares / count - mean * mean, 0.0))


@kernel
def _share_victory(t):
    """Reward those in the first place."""
    winners = 0
    for seat in range(MOST_SEATS):
        winners += t.standing.places[seat] == 1
    for seat in range(MOST_SEATS):
        t.rewards[seat] = 1.0 / winners if t.standing.places[seat] == 1 else 0.0


@kernel
def _reward(t, thinker):
    """Give everyone who decided what they got by it."""
    for i in range(t.depth):
        edge = t.edges[t.path[i]]
        edge.visits += 1
        edge.total += t.rewards[edge.seat]
    t.simulations += 1
    t.gained += t.rewards[thinker]
    t.squares += t.rewards[thinker] ** 2
