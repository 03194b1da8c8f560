"""Caddy and nginx as `docs/proxy` sets them up, with a certificate of the test's own."""

import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPSConnection
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.places import ROOT
from tests.ports import free_ports
from tests.servers import PATIENCE, shaken, started, with_host

FOLDER = ROOT / "docs" / "proxy"
NAME = "bleu.example.org"
PROXIES = ("caddy", "nginx")


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs: `port` speaks TLS, `plain` leads there; `log` is all that it wrote."""

    port: int
    plain: int
    certificate: Path
    log: Path

    @property
    def host(self) -> str:
        return f"{NAME}:{self.port}"

    @property
    def url(self) -> str:
        return f"https://{self.host}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def line(self, source: str = "") -> ssl.SSLSocket:
        """A connection as a browser makes it that finds the name at 127.0.0.1."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))
        return self.trust.wrap_socket(plain, server_hostname=NAME)

    def ask(
        self,
        path: str = "/",
        method: str = "GET",
        body: bytes | None = None,
        source: str = "",
        **headers: str,
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of the answer; names of headers are written with _.

        `source` is the address of this machine to ask from.
        """
        connection = HTTPSConnection(NAME, self.port, timeout=PATIENCE)
        connection.sock = self.line(source)
        connection.request(method, path, body, with_host(self.host, headers))
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, answer.getheaders(), read

    def shake_hands(self, **headers: str) -> int:
        """The status that a websocket is answered with: 101 is one that is open."""
        with self.line() as line:
            return shaken(line, self.host, headers)


def need(kind: str) -> str:
    """The program of a proxy; without it a test is skipped, in CI it fails."""
    program = shutil.which(kind, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program:
        return program
    sentence = "The tests of a proxy need Caddy and nginx: apt-get install caddy nginx-light."
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


@contextmanager
def running_proxy(kind: str, folder: Path, upstream: int) -> Iterator[Proxy]:
    """A proxy before the server at a port of this machine.

    Its file is that of docs/proxy, but for what a test cannot have: the ports 80 and 443, a
    certificate that others trust, and a server at 8501.
    """
    program = need(kind)
    folder.mkdir(parents=True, exist_ok=True)
    port, plain = free_ports(2)
    proxy = Proxy(port, plain, _certificate(folder), folder / "log")
    make = {"caddy": _caddy, "nginx": _nginx}[kind]
    command = [program, *make(folder, proxy, upstream)]
    apart = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}

    def listens() -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", port)) == 0

    with started(command, proxy.log, listens, env=os.environ | apart):
        yield proxy


def _caddy(folder: Path, proxy: Proxy, upstream: int) -> list[str]:
    text = (FOLDER / "Caddyfile").read_text("utf-8")
    ports = f"{{\n\tadmin off\n\thttp_port {proxy.plain}\n\thttps_port {proxy.port}\n}}\n"
    site = f"{NAME} {{\n"
    certificate = f"\ttls {folder}/certificate.pem {folder}/key.pem\n\tbind 127.0.0.1\n"
    text = _changed(text, {site: f"{site}{certificate}", ":8501": f":{upstream}"})
    (folder / "Caddyfile").write_text(ports + text, "utf-8")
    return ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def _nginx(folder: Path, proxy: Proxy, upstream: int) -> list[str]:
    text = (FOLDER / "nginx.conf").read_text("utf-8")
    changes = {
        "listen 80;": f"listen 127.0.0.1:{proxy.plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{proxy.port} ssl",
        "/etc/ssl/bleuscope/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/ssl/bleuscope/privkey.pem": f"{folder}/key.pem",
        ":8501": f":{upstream}",
    }
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""  # who may write in pytest's folder
    head = f"{user}daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log stderr;\n"
    body = f"events {{}}\nhttp {{\n{places}{_changed(text, changes)}}}\n"
    (folder / "nginx.conf").write_text(head + body, "utf-8")
    return ["-c", str(folder / "nginx.conf"), "-e", "stderr"]


def _changed(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    names = [x509.DNSName(NAME), x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(secret)
    path = folder / "certificate.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return path
