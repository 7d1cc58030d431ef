#!/usr/bin/env python3
"""A bot that plays whole battles on a Caracole server. It needs nothing but Python 3.8.

    python3 examples/bot.py http://127.0.0.1:8420 mpbs             against the server's computer player
    python3 examples/bot.py http://127.0.0.1:8420 mpbs --open      against anyone who joins
    python3 examples/bot.py http://127.0.0.1:8420 --join ID [--invitation TOKEN]

It picks one of the choices that the server offers at random. To write a better bot, change `choose`: it gets the
request, the view and the offered choices, and returns a decision. The shapes of all messages are at /api/schema, those of
a system's own at /api/systems/CODE/schema.
"""

import argparse
import base64
import http.client
import json
import os
import random
import secrets
import socket
import struct
import sys
import time
from urllib.parse import urlsplit


def choose(request, view, candidates):
    """Your own ideas go here."""
    return random.choice(candidates)


class Server:
    """HTTP with the session's cookie."""

    def __init__(self, address):
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            sys.exit("give the address as http://HOST:PORT")
        self.host, self.port, self.cookie = parts.hostname, parts.port or 80, None

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, path, json.dumps({} if body is None else body), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        connection.close()
        if answer.status != 200:
            sys.exit(f"{method} {path}: {answer.status} {text}")
        return json.loads(text) if answer.getheader("Content-Type") == "application/json" else text


class Socket:
    """As much of a websocket (RFC 6455) as a client needs."""

    def __init__(self, server, path):
        self.stream = socket.create_connection((server.host, server.port), timeout=120)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.waiting = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            (
                f"GET {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {server.cookie}\r\n\r\n"
            ).encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.receive(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))

    def receive(self, count):
        while len(self.waiting) < count:
            more = self.stream.recv(65536)
            if not more:
                raise ConnectionError("the server has closed the connection")
            self.waiting += more
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def frame(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.stream.sendall(head + mask + masked)

    def say(self, message):
        self.frame(1, json.dumps(message).encode())

    def hear(self):
        whole = b""
        while True:
            first, second = self.receive(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", self.receive(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.receive(8))
            payload = self.receive(size)
            kind = first & 15
            if kind == 8:
                raise ConnectionError("the server says goodbye: " + payload[2:].decode(errors="replace"))
            if kind == 9:
                self.frame(10, payload)
            if kind in (0, 1):
                whole += payload
                if first & 0x80:
                    return json.loads(whole)


class Bot:
    """Plays one game to its end, and connects again when the connection breaks."""

    def __init__(self, server, game):
        self.server, self.game = server, game
        self.entry = self.chat = self.number = 0
        self.side = None

    def ask(self, what):
        while True:
            self.number += 1
            self.socket.say({"id": self.number, "ask": what})
            message = self.socket.hear()
            while message.get("id") != self.number:
                self.note(message)
                message = self.socket.hear()
            if message.get("code") != "slow_down":
                return message
            time.sleep(0.5)

    def note(self, message):
        """Takes a message that answers no question."""
        if message["type"] == "welcome":
            self.side = message["viewer"]
        elif message["type"] == "update":
            self.entry = message["entry"]
            self.awaiting = message["awaiting"]
            for event in message["events"]:
                print(event["sentence"]["text"])
        elif message["type"] == "chat":
            self.chat = message["n"]

    def connect(self):
        self.awaiting = None
        self.socket = Socket(self.server, f"/api/games/{self.game}/socket")
        hello = {"protocol": 2, "resume": self.entry, "chat": self.chat}
        self.socket.say({"ask": {"hello": hello}})

    def play(self):
        self.connect()
        while True:
            try:
                outcome = self.turn()
                if outcome:
                    return outcome
            except (ConnectionError, OSError) as error:
                print(f"({error}; trying again)", file=sys.stderr)
                time.sleep(1)
                self.connect()

    def turn(self):
        """Makes a choice if one is due, or waits for the next message."""
        awaiting = self.awaiting or {}
        if "nothing" in awaiting:
            return awaiting["nothing"]
        if "decision" not in awaiting or awaiting["decision"]["side"] != self.side:
            self.note(self.socket.hear())
            return None
        offered = self.ask("candidates")
        if offered["type"] == "candidates" and offered["decisions"]:
            view = self.ask("state")["view"]
            decision = choose(awaiting["decision"]["request"], view, offered["decisions"])
            answer = self.ask({"choose": {"after": offered["entry"], "decision": decision}})
            if answer["type"] == "refused":
                print("refused:", json.dumps(answer["refusal"]), file=sys.stderr)
        # The result arrives as an update; nothing is due until then.
        if self.awaiting is awaiting:
            self.note(self.socket.hear())
        return None


def main():
    parser = argparse.ArgumentParser(description="Plays a battle on a Caracole server.")
    parser.add_argument("server", help="http://HOST:PORT")
    parser.add_argument("system", nargs="?", help="code of the system to play")
    parser.add_argument("--number", type=int, default=1, help="which random battle")
    parser.add_argument("--open", action="store_true", help="wait for another player to join")
    parser.add_argument("--join", metavar="ID", help="take a seat at this game")
    parser.add_argument("--invitation", metavar="TOKEN")
    parser.add_argument("--log", metavar="FILE", help="where the log of the battle goes")
    options = parser.parse_args()
    server = Server(options.server)
    server.call("POST", "/api/session", {"name": "Example bot"})
    nonce = secrets.token_hex(16)
    if options.join:
        game = options.join
        wish = {"nonce": nonce, "invitation": options.invitation}
        server.call("POST", f"/api/games/{game}/join", wish)
    elif options.system:
        other = "open" if options.open else {"computer": "random"}
        made = server.call(
            "POST",
            "/api/games",
            {
                "system": options.system,
                "title": "A bot plays",
                "start": {"number": options.number},
                "seats": {"red": "me", "blue": other},
                "open": options.open,
                "public": True,
            },
        )
        game = made["id"]
        # The server has promised its dice; now the bot adds its own part.
        server.call("POST", f"/api/games/{game}/nonce", {"nonce": nonce})
    else:
        sys.exit("name a system to play, or a game to join")
    print(f"Game {game}")
    outcome = Bot(server, game).play()
    winner = outcome["winner"] or "nobody"
    print(f"The battle is over: {outcome['how']}; {winner} won.")
    log = server.call("GET", f"/api/games/{game}/log")
    if options.log:
        with open(options.log, "w", encoding="utf-8") as file:
            file.write(log)
        print(f"`caracole dice verify {options.log}` checks every die.")


if __name__ == "__main__":
    main()
