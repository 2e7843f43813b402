"""All requests of the REST part."""

from litestar import Router

from purrlor.server.api.device import forget_me, own_tables
from purrlor.server.api.finished import read_record, read_record_key, read_statistics, recent_games
from purrlor.server.api.games import list_games, read_advice, start_game
from purrlor.server.api.seats import (
    claim_seat,
    join_table,
    leave_seat,
    seat_bots,
    withdraw_proposal,
)
from purrlor.server.api.tables import change_rules, create_table, list_tables, read_table
from purrlor.server.invitation import read_invitation, read_qr_code
from purrlor.server.judging import read_why_not
from purrlor.server.replays import read_record_steps, read_steps

API = Router(
    path="/api",
    route_handlers=[
        list_games,
        create_table,
        list_tables,
        read_table,
        change_rules,
        join_table,
        claim_seat,
        leave_seat,
        withdraw_proposal,
        seat_bots,
        start_game,
        read_record,
        read_record_key,
        read_steps,
        read_record_steps,
        read_advice,
        read_why_not,
        own_tables,
        recent_games,
        forget_me,
        read_statistics,
        read_invitation,
        read_qr_code,
    ],
)
