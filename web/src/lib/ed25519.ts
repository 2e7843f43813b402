/** Signatures (Ed25519, RFC 8032). The browser's own are for secure pages only; see sha256.ts. */
const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const MASK = 2n ** 64n - 1n;

const mod = (x: bigint, by = P): bigint => ((x % by) + by) % by;

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

const inverse = (x: bigint): bigint => power(x, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

// SHA-512

/** The largest number whose nth power is not above x. */
function root(x: bigint, n: bigint): bigint {
  let [low, high] = [0n, 1n << 100n];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** n <= x) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const primes: bigint[] = [];
for (let n = 2n; primes.length < 80; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const START = primes.slice(0, 8).map((prime) => root(prime << 128n, 2n) & MASK);
const ROUNDS = primes.map((prime) => root(prime << 192n, 3n) & MASK);

const turn = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;

export function sha512(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  const words = new Array<bigint>(80).fill(0n);
  const at = (index: number): bigint => words[index] as bigint;
  for (let block = 0; block < padded.length; block += 128) {
    for (let i = 0; i < 16; i++) words[i] = data.getBigUint64(block + 8 * i);
    for (let i = 16; i < 80; i++) {
      const [x, y] = [at(i - 15), at(i - 2)];
      const small = turn(x, 1n) ^ turn(x, 8n) ^ (x >> 7n);
      words[i] = (at(i - 16) + small + at(i - 7) + (turn(y, 19n) ^ turn(y, 61n) ^ (y >> 6n))) & MASK;
    }
    let [a, b, c, d, e, f, g, h] = hash as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const first = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + (ROUNDS[i] as bigint) + at(i);
      const second = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & MASK, c, b, a, (first + second) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = ((hash[i] as bigint) + word) & MASK));
  }
  const out = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

// The curve, in extended coordinates

type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];
const ZERO: Point = [0n, 1n, 1n, 0n];

function add(one: Point, other: Point): Point {
  const [x1, y1, z1, t1] = one;
  const [x2, y2, z2, t2] = other;
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))];
  const [c, d] = [mod(2n * t1 * t2 * D), mod(2n * z1 * z2)];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(scalar: bigint, point: Point): Point {
  let [result, double] = [ZERO, point];
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

/** The x of a point whose y is given; null: there is none. */
function abscissa(y: bigint, isOdd: boolean): bigint | null {
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) || (x === 0n && isOdd)) return null;
  return (x & 1n) === (isOdd ? 1n : 0n) ? x : P - x;
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function toBytes(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((number >> BigInt(8 * i)) & 255n));
}

function encode([x, y, z]: Point): Uint8Array {
  const over = inverse(z);
  return toBytes(mod(y * over) | ((mod(x * over) & 1n) << 255n));
}

function decode(bytes: Uint8Array): Point | null {
  const number = toNumber(bytes);
  const y = number & (2n ** 255n - 1n);
  const x = y < P ? abscissa(y, number >> 255n === 1n) : null;
  return x === null ? null : [x, y, 1n, mod(x * y)];
}

const BASE_Y = mod(4n * inverse(5n));
const BASE_X = abscissa(BASE_Y, false) ?? 0n;
const BASE: Point = [BASE_X, BASE_Y, 1n, mod(BASE_X * BASE_Y)];

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

function secretOf(seed: Uint8Array): { scalar: bigint; prefix: Uint8Array } {
  const hash = sha512(seed);
  const scalar = (toNumber(hash.slice(0, 32)) & (2n ** 254n - 8n)) | (1n << 254n);
  return { scalar, prefix: hash.slice(32) };
}

/** The public key of 32 secret bytes. */
export function publicKey(seed: Uint8Array): Uint8Array {
  return encode(times(secretOf(seed).scalar, BASE));
}

export function sign(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = secretOf(seed);
  const nonce = mod(toNumber(sha512(join(prefix, message))), ORDER);
  const point = encode(times(nonce, BASE));
  const challenge = mod(toNumber(sha512(join(point, publicKey(seed), message))), ORDER);
  return join(point, toBytes(mod(nonce + challenge * scalar, ORDER)));
}

export function isSignature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || key.length !== 32) return false;
  const [point, response] = [signature.slice(0, 32), toNumber(signature.slice(32))];
  const owner = decode(key);
  if (!owner || response >= ORDER) return false;
  const challenge = mod(toNumber(sha512(join(point, key, message))), ORDER);
  const [x, y, z, t] = owner;
  const found = encode(add(times(response, BASE), times(challenge, [mod(-x), y, z, mod(-t)])));
  return found.every((byte, i) => byte === point[i]);
}
