/**
 * Computes the SHA-256 of a text in UTF-8, in hexadecimal digits. crypto.subtle would answer only later, and does not
 * exist on an http page of a local network.
 */
export function digest(text: string): string {
  const bytes = new TextEncoder().encode(text);
  // The padding is one bit, zeros, and the number of bits of the text.
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  const constants = fractionsOfRoots(1 / 3);
  const state = fractionsOfRoots(1 / 2).slice(0, 8);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.byteLength; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      words[i] = i < 16 ? padded.getUint32(at + 4 * i)
        : words[i - 16]! + words[i - 7]! + mix(words[i - 15]!, 7, 18, 3) + mix(words[i - 2]!, 17, 19, 10);
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function mix(word: number, one: number, other: number, shift: number): number {
  return turn(word, one) ^ turn(word, other) ^ (word >>> shift);
}

// Returns the constants of SHA-256: the first 32 bits behind the point of a root of the first 64 primes.
function fractionsOfRoots(power: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime)) {
      primes.push(n);
    }
  }
  return Uint32Array.from(primes, (prime) => ((prime ** power) % 1) * 2 ** 32);
}
