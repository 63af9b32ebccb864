"""A process that uses a memory folder, for tests that need more than one, and ones to kill.

    python folder_user.py FOLDER [--threads N --acknowledged FILE] [--become NAME] [--binaries DIR]

It opens the folder and prints one line of JSON: `{"dsn": ...}`, or what the error said. Each thread then
writes rows for ever, and notes every commit that was acknowledged in FILE; where the server dies, they
connect again. With --become it turns from root into another user first: a Python below root's home could
not be started as that user. On a line on stdin the process leaves the folder and ends.
"""

import argparse
import json
import os
import pwd
import signal
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import psycopg

from remember.errors import RememberError
from remember.store.embedded import EmbeddedServer, open_embedded


def main() -> None:
    # A shell starts what runs in the background with this signal ignored, and that is inherited.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--acknowledged", type=Path)
    parser.add_argument("--become")
    parser.add_argument("--binaries", type=Path)
    given = parser.parse_args()
    if given.become:
        become(given.become)
    try:
        server = open_embedded(given.folder, binaries=given.binaries)
    except RememberError as error:
        say(error=error.code, category=error.category, message=error.message, hint=error.hint)
        return
    say(dsn=server.dsn)
    if given.threads:
        acknowledged = os.open(given.acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        for number in range(given.threads):
            writer = f"{os.getpid()}-{number}"
            threading.Thread(target=write, args=(server, writer, acknowledged), daemon=True).start()
    sys.stdin.readline()
    server.close()
    os._exit(0)


def become(name: str) -> None:
    account = pwd.getpwnam(name)
    if os.geteuid() != account.pw_uid:
        os.setgroups([])
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)


def write(server: EmbeddedServer, writer: str, acknowledged: int) -> None:
    number = 0
    while True:
        try:
            with psycopg.connect(server.dsn, autocommit=True) as connection:
                while True:
                    number += 1
                    row = f"{writer}-{number}"
                    connection.execute("insert into written values (%s)", [row])
                    os.write(acknowledged, f"{row}\n".encode())
        except psycopg.OperationalError:
            time.sleep(0.05)


def say(**values: object) -> None:
    print(json.dumps(values), flush=True)


if __name__ == "__main__":
    main()
