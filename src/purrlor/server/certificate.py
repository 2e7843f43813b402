"""A certificate for play in the local network, made and kept on this machine."""

import datetime
import ipaddress
import os
import socket
from pathlib import Path

import platformdirs
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from purrlor.core.refusals import Refusal

DAYS = 397
RENEWED_BEFORE = datetime.timedelta(days=30)


def local_certificate(addresses: list[str], folder: Path | None = None) -> tuple[Path, Path]:
    """Return the files of a certificate and its key for these addresses, making them if needed."""
    folder = folder or Path(platformdirs.user_data_dir("purrlor", appauthor=False)) / "tls"
    cert, key = folder / "purrlor.crt", folder / "purrlor.key"
    try:
        if not (cert.exists() and key.exists() and _is_good(cert, addresses)):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(cert, key, addresses)
        key.chmod(0o600)
    except OSError as error:
        raise Refusal(
            f"The certificate cannot be kept in {folder} ({error.strerror}); make room there, "
            "or name one of your own with --tls-cert and --tls-key."
        ) from None
    return cert, key


def _is_good(path: Path, addresses: list[str]) -> bool:
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    now = datetime.datetime.now(datetime.UTC)
    held = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    return now + RENEWED_BEFORE < certificate.not_valid_after_utc and set(addresses) <= held


def _make(cert: Path, key: Path, addresses: list[str]) -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Purrlor at home")])
    hosts = sorted({"localhost", socket.gethostname(), f"{socket.gethostname()}.local"})
    numbers = sorted({"127.0.0.1", "::1", *addresses})
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS))
        .add_extension(
            x509.SubjectAlternativeName(
                [
                    *map(x509.DNSName, hosts),
                    *(x509.IPAddress(ipaddress.ip_address(one)) for one in numbers),
                ]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    secret_bytes = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret_bytes)
    cert.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
