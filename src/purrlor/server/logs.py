"""Logs: one JSON object a line, of what happened, never of what is secret."""

import json
import logging
from typing import Any

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message, and what else was said."""
        words: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        words.update({k: v for k, v in vars(record).items() if k not in _KNOWN})
        if record.exc_info:
            words["exception"] = self.formatException(record.exc_info)
        return json.dumps(words, default=str, ensure_ascii=False)


class Expected(logging.Filter):
    """Drops what uvicorn reports with a traceback although any stranger can cause it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass unless it says that somebody sent bytes that are no text."""
        return not record.getMessage().startswith("Invalid UTF-8 sequence")


def log_config(level: str) -> dict[str, Any]:
    """Return the logging set-up of the server: everything to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "filters": {"expected": {"()": Expected}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["expected"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {"uvicorn": {"level": "WARNING"}, "uvicorn.error": {"level": "WARNING"}},
    }
