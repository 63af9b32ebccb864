"""The settings: what each takes from the environment, and what it refuses."""

import os
from pathlib import Path

import pytest

from remember.errors import Incorrect
from remember.settings import Settings, knobs, variable


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()


def test_an_empty_variable_counts_as_left_out() -> None:
    assert Settings.from_environment({"REMEMBER_DATA_DIR": "", "REMEMBER_RRF_K": ""}) == Settings()


def test_the_environment_lies_over_the_defaults() -> None:
    read = Settings.from_environment(
        {
            "REMEMBER_DATA_DIR": "/srv/memory",
            "REMEMBER_TRUSTED_PERIMETER": "yes",
            "REMEMBER_ALLOWED_HOSTS": "memory.example, memory.test",
            "REMEMBER_BODY_MAX_BYTES": "1000",
            "REMEMBER_LEASE_SECONDS": "2.5",
        }
    )
    assert read == Settings(
        data_dir=Path("/srv/memory"),
        trusted_perimeter=True,
        allowed_hosts=("memory.example", "memory.test"),
        body_max_bytes=1000,
        lease_seconds=2.5,
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("REMEMBER_RRF_K", "many", "REMEMBER_RRF_K is 'many': must be a whole number"),
        ("REMEMBER_RRF_K", "0", "REMEMBER_RRF_K is '0': must be at least 1"),
        ("REMEMBER_LEASE_SECONDS", "nan", "REMEMBER_LEASE_SECONDS is 'nan': must be at least 1"),
        ("REMEMBER_EMBEDDED_KEEP", "maybe", "REMEMBER_EMBEDDED_KEEP is 'maybe': must be true or false"),
        ("REMEMBER_LOG_LEVEL", "loud", "REMEMBER_LOG_LEVEL is 'loud': must be debug, info, warning or error"),
    ],
)
def test_a_value_that_cannot_be_read_is_named_with_its_variable(name: str, text: str, message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        Settings.from_environment({name: text})
    assert (refused.value.message, refused.value.code) == (message, "setting_invalid")


def test_secrets_are_not_shown() -> None:
    shown = repr(Settings(api_key="rk_one", server_key="rk_two", database_url="postgresql://u:p@h/d"))
    assert not {"rk_one", "rk_two", "postgresql"} & set(shown.replace("'", " ").split())
    assert "api_key" not in shown


def test_there_are_few_knobs_and_each_says_what_it_does() -> None:
    assert len(knobs()) <= 42
    assert [variable(knob) for knob in knobs() if not knob.metadata["doc"].endswith(".")] == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only where the tests run as root")
def test_the_default_folder_of_root_can_be_entered_by_others() -> None:
    assert Settings().folder() == Path("/var/lib/remember")
