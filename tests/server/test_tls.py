"""Secure pages for the local network."""

import ssl
import stat
from pathlib import Path

import httpx
from cryptography import x509
from raw import open_connection, read_to_end
from served import Served

from purrlor.server.certificate import local_certificate


def test_certificate_is_made_once_and_for_all_addresses(tmp_path: Path) -> None:
    cert, key = local_certificate(["192.0.2.7"], tmp_path)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    first = cert.read_bytes()
    assert local_certificate(["192.0.2.7"], tmp_path)[0].read_bytes() == first
    local_certificate(["192.0.2.8"], tmp_path)
    assert cert.read_bytes() != first
    names = x509.load_pem_x509_certificate(cert.read_bytes()).extensions
    found = names.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "localhost" in found.get_values_for_type(x509.DNSName)
    assert "192.0.2.8" in map(str, found.get_values_for_type(x509.IPAddress))


def test_damaged_certificate_is_made_anew(tmp_path: Path) -> None:
    cert, _ = local_certificate([], tmp_path)
    cert.write_text("cats")
    local_certificate([], tmp_path)
    assert b"BEGIN CERTIFICATE" in cert.read_bytes()


def test_server_with_a_local_certificate(tmp_path: Path) -> None:
    """The cookie is then for secure pages only."""
    cert, key = local_certificate(["127.0.0.1"], tmp_path / "tls")
    served = Served(tmp_path, "--tls-cert", str(cert), "--tls-key", str(key), scheme="https")
    context = ssl.create_default_context(cafile=str(cert))
    served.start(verify=context)
    try:
        body = {"game": "cattitude", "nickname": "Ann"}
        answer = httpx.post(f"{served.url}/api/tables", json=body, verify=context)
        assert answer.status_code == 201
        assert "; Secure" in answer.headers["set-cookie"]
    finally:
        served.stop()


def test_handshake_that_never_ends_is_given_up(tmp_path: Path) -> None:
    served = Served(tmp_path, "--tls", "--header-seconds", "1", scheme="https")
    served.environment["XDG_DATA_HOME"] = str(tmp_path / "data")
    served.start(verify=False)
    try:
        with open_connection(served) as silent:
            assert read_to_end(silent) == b""
    finally:
        served.stop()
