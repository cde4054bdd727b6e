"""Clients that misbehave: hostile_clients.py PORT PID [flood]

Prints what went wrong and exits with 1 if the server on this port does not survive them, stops
answering others, keeps slow connections open, uses many descriptors or keeps the processor busy.
"""
import os
import random
import socket
import sys
import threading
import time

PORT, PID = int(sys.argv[1]), int(sys.argv[2])
HOST = b"Host: localhost\r\n"
problems = []


def connect():
    client = socket.create_connection(("127.0.0.1", PORT), timeout=40)
    return client


def expect(what, is_true):
    if not is_true:
        problems.append(what)


def read_all(client):
    data = b""
    try:
        while piece := client.recv(65536):
            data += piece
    except OSError:
        pass
    return data


def answers(what):
    start = time.monotonic()
    with connect() as client:
        client.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        data = read_all(client)
    expect(f"no answer after {what}", data.startswith(b"HTTP/1.1 200 OK"))
    expect(f"slow answer after {what}", time.monotonic() - start < 5)


def seconds_of_processor():
    with open(f"/proc/{PID}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def flood():
    """More idle clients and half requests than the server keeps."""
    clients = []
    for number in range(400):
        client = connect()
        if number % 2:
            client.sendall(b"GET / HTTP/1.1\r\nHo")
        clients.append(client)
    answers("400 idle clients")
    count = len(os.listdir(f"/proc/{PID}/fd"))
    expect(f"{count} descriptors", count < 320)
    for client in clients:
        client.close()
    answers("they left")


def odd_requests():
    """Requests that no browser sends. None of them gets a file of the page."""
    for text in (
        b"CONNECT example.com:443 HTTP/1.1\r\n" + HOST + b"\r\nhello",
        b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: other\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, HTTP2-Settings\r\n"
        b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET http://localhost/ HTTP/1.1\r\n" + HOST + b"\r\n",
        b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100000 + b"\r\n\r\n",
        b"GET /" + b"a" * 30000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 20000 + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ):
        with connect() as client:
            client.settimeout(3)
            try:
                client.sendall(text)
                data = client.recv(65536)
            except OSError:
                data = b""
            expect(f"{text[:60]!r} was answered with {data[:20]!r}", b" 200 " not in data[:20])


def garbage():
    """Pieces of requests in any order."""
    draw = random.Random(1)
    pieces = [b"GET ", b"/ ", b"HTTP/1.1", b"\r\n", HOST, b"\r\n\r\n", b":", b"Upgrade: ", b"h2c",
              b"websocket", b"Content-Length: ", b"5", b"POST ", b"HEAD ", b"%2e", b"../", b"?",
              b"\0", b"\xff" * 10, b"Connection: ", b"close", b"CONNECT ", b"a" * 500]
    for number in range(400):
        with connect() as client:
            start = b"GET / HTTP/1.1\r\n" + HOST if number % 2 else b""
            try:
                client.sendall(start + b"".join(draw.choices(pieces, k=draw.randint(1, 14))))
            except OSError:
                pass


def impatient():
    """Sends request after request and never reads."""
    client = connect()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(1)
    before = seconds_of_processor()
    try:
        client.sendall((b"GET /engine.wasm HTTP/1.1\r\n" + HOST + b"\r\n") * 400)
    except OSError:
        pass
    time.sleep(3)
    used = seconds_of_processor() - before
    expect(f"a client that does not read costs {used} s of processor time", used < 1.5)
    answers("a client that does not read")


def closes_within(seconds, what, act):
    start = time.monotonic()
    with connect() as client:
        try:
            act(client)
        except OSError:
            pass
    took = time.monotonic() - start
    expect(f"{what} stays connected for {took:.0f} s", took < seconds)


def one_byte_at_a_time(client):
    client.sendall(b"GET / HTTP/1.1\r\n")
    for _ in range(60):
        time.sleep(0.5)
        client.sendall(b"X")


def idle_after_a_request(client):
    client.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
    read_all(client)


def slow():
    waits = [threading.Thread(target=closes_within, args=arguments) for arguments in (
        (20, "a client that sends a byte at a time", one_byte_at_a_time),
        (20, "an idle client", read_all),
        (25, "a client without a second request", idle_after_a_request))]
    for thread in waits:
        thread.start()
    for thread in waits:
        thread.join()


if sys.argv[3:] == ["flood"]:
    flood()
else:
    for part in odd_requests, garbage, impatient, flood, slow:
        part()
        answers(part.__name__)
for problem in problems:
    print("#", problem)
sys.exit(1 if problems else 0)
