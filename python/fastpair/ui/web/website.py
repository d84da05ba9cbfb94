"""The copy for the web that a server keeps up to date, and the command of the director that takes it elsewhere."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from threading import Condition, Thread
from typing import TYPE_CHECKING

from ...app.publication.website import folder_beside, public_website, write_website
from ...errors import FastpairError, FormatError
from ...files import OPEN_FILES_STAY, Replacement, claim, json_of, reason
from ...letters import visible
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .store import OpenTournament, Sidecar

_SECONDS = 120
"""How long a command may take."""

_RETRIES = (60.0, 120.0, 300.0)
"""Seconds after a failure in which it is tried again; the last ones from then on."""

_LOOK = 0.5
"""Seconds after which a server looks again whether another one has written the copy."""

_SHOWN = 2000
"""Letters of the output of a command that are shown, its last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyStatus:
    """What has come of the copy since the server was started."""

    written: datetime | None = None
    """When the folder was last found or made up to date."""

    failure: str = ""
    """Why the folder could not be written, or the command has failed; empty if all is well."""

    output: str = ""
    """The last lines of the command that has failed."""

    busy: bool = False
    """Whether it is being written, or the command runs."""


class WebsiteCopy:
    """Writes the pages of a tournament in a thread of its own, one state at a time, and the newest one.

    Parameters
    ----------
    store
        The tournament.
    sidecar
        Whether there is a copy, and what is in it.
    retries
        Seconds after which it is tried again.
    """

    def __init__(
        self, store: OpenTournament, sidecar: Sidecar, retries: Sequence[float] = _RETRIES
    ) -> None:
        self._store, self._sidecar, self._retries = store, sidecar, retries
        self._changed = Condition()
        self._wanted = self._ended = False
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._seen = ""
        self._failures = 0
        self.status = CopyStatus()

    @property
    def folder(self) -> Path:
        """Where the pages are."""
        return folder_beside(self._store.file)

    @property
    def version(self) -> str:
        """Another one whenever the status is."""
        return f"{self.status.written} {self.status.failure}"

    def follow(self, frame: str) -> None:
        """Write the copy if what is published has become another state, of which this is a digest."""
        if frame != self._seen:
            if self._sidecar.settings.website.on:
                self.write()
            self._seen = frame

    def write(self) -> None:
        """Have the copy written soon; whoever asks does not wait."""
        with self._changed:
            self._wanted, self._failures = True, 0
            self._changed.notify_all()
            if self._thread is None and not self._ended:
                self._thread = Thread(target=self._work, name="website", daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is to be done but what is tried again later; whether that has come."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not self._wanted and not self.status.busy, seconds
            )

    def close(self) -> None:
        """Write no more, and end the command that runs."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
            if self._process is not None:
                _end(self._process)

    def _work(self) -> None:
        while self._next():
            status = self._written()
            self._failures = self._failures + 1 if status.failure else 0
            with self._changed:
                self.status = status
                self._changed.notify_all()

    def _next(self) -> bool:
        """Wait for the next state to write, or the time to try again; whether there is one."""
        with self._changed:
            pause = (
                self._retries[min(self._failures, len(self._retries)) - 1]
                if self._failures
                else None
            )
            self._changed.wait_for(lambda: self._wanted or self._ended, pause)
            if self._ended or not self._is_on():
                self._thread = None
                self._wanted = False
                return False
            self._wanted = False
            self.status = replace(self.status, busy=True)
            return True

    def _is_on(self) -> bool:
        """Whether there is to be a copy; so it is as long as nobody can tell."""
        with suppress(FastpairError):
            return self._sidecar.settings.website.on
        return True

    def _written(self) -> CopyStatus:
        """Write the copy; another server of the tournament that does so waits, and then finds nothing left to do."""
        try:
            with self._alone() as is_alone:
                return self._write() if is_alone else replace(self.status, busy=False)
        except FastpairError as error:
            return replace(self.status, failure=error.message, output="", busy=False)
        except Exception as error:  # whatever fails here leaves the tournament alone
            message = f"{type(error).__name__}: {error}"
            return replace(self.status, failure=message, output="", busy=False)

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Keep other servers of the tournament waiting; whether that has come before this one ends."""
        lock = self.folder.with_name(f".{self.folder.name}.fastpair")
        descriptor = self._claim(lock)
        try:
            yield descriptor is not None
        finally:
            if descriptor is not None:
                if OPEN_FILES_STAY:
                    os.close(descriptor)
                lock.unlink(missing_ok=True)
                if not OPEN_FILES_STAY:
                    os.close(descriptor)

    def _claim(self, lock: Path) -> int | None:
        """The descriptor of a file that no other server holds; None if this one ends before."""
        while True:
            try:
                return claim(lock, 0o600)
            except BlockingIOError:
                with self._changed:
                    if self._changed.wait_for(lambda: self._ended, _LOOK):
                        return None

    def _write(self) -> CopyStatus:
        """Write the newest state, and run the command if something has changed since it was run last."""
        settings = self._sidecar.settings
        site = public_website(self._store.state(), settings.website, settings.next_round)
        found = write_website(self.folder, site, settings.website.languages)
        if found.changed and not settings.website.waits:
            self._keep_waiting(waits=True)
        now = datetime.now().astimezone()
        command = read_command(self._store.file)
        if self._sidecar.settings.website.waits and command:
            failure, output = self._run(command)
            if failure:
                return replace(self.status, failure=failure, output=output, busy=False)
            if not self._wanted:  # else another command may have been set meanwhile
                self._keep_waiting(waits=False)
        return CopyStatus(written=now)

    def _keep_waiting(self, *, waits: bool) -> None:
        """Remember whether the command has to run, even if this server ends before."""
        self._sidecar.change(lambda now: replace(now, website=replace(now.website, waits=waits)))

    def _run(self, command: str) -> tuple[str, str]:
        """Run the command in the folder: why it has failed, empty if it has not, and its output."""
        try:
            arguments = command if os.name == "nt" else shlex.split(command)
        except ValueError as error:
            return phrase("the command cannot be read: {error}", error=str(error)), ""
        with TemporaryFile() as output:
            try:
                process = subprocess.Popen(
                    arguments,
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
                )
            except OSError as error:
                return phrase("the command cannot be started: {error}", error=reason(error)), ""
            with self._changed:
                self._process = process
                if self._ended:
                    _end(process)
            try:
                status = process.wait(_SECONDS)
                failure = phrase("the command has ended with status {status}", status=status)
            except subprocess.TimeoutExpired:
                _end(process)
                status = process.wait()
                failure = phrase("the command took longer than {seconds} s", seconds=_SECONDS)
            finally:
                with self._changed:
                    self._process = None
            output.seek(
                max(0, output.seek(0, os.SEEK_END) - 4 * _SHOWN)
            )  # 4 bytes a letter at most
            text = output.read().decode("utf-8", "replace")[-_SHOWN:]
        lines = "\n".join(visible(line) for line in text.splitlines())
        return (failure if status else "", lines)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it has started."""
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


# ---- The command, which is kept for this user of this machine and in no file that comes with a tournament ----


def _commands_file() -> Path:
    """The file of the commands of this user."""
    home = Path.home()
    if os.name == "nt":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "fastpair" / "website-commands.json"


def _commands() -> dict[str, str]:
    try:
        found = json_of(_commands_file().read_bytes())
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: command for name, command in pairs if isinstance(command, str)}


def read_command(file: Path) -> str:
    """The command that is run after the copy of a tournament was written; empty if there is none."""
    return _commands().get(str(file.resolve()), "")


def keep_command(file: Path, command: str) -> None:
    """Keep the command of a tournament, or forget it if it is empty.

    Raises
    ------
    FormatError
        If it cannot be written.
    """
    path, commands = _commands_file(), {**_commands(), str(file.resolve()): command}
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise FormatError(path, None, f"cannot be written: {reason(error)}") from error
    kept = {name: each for name, each in commands.items() if each}
    content = json.dumps(kept, indent=1).encode()
    with Replacement(path, content, mode=0o600) as replacement:
        replacement.commit()
