/**
 * AES-128 in counter mode (FIPS 197, SP 800-38A), the paper's task: encrypts what the user types, repeated to a size.
 * The annotation on the outer function is all that makes it preemptable: after each block is a preemption point.
 */

/** @preempt */
export function encryptCounterMode(key: Uint8Array, counter: Uint8Array, plain: Uint8Array): Uint8Array {
  const words = expandKey(key);
  const block = Uint8Array.from(counter);
  const stream = new Uint8Array(16);
  const out = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 16) {
    encryptBlock(words, block, stream);
    const end = Math.min(16, plain.length - at);
    for (let i = 0; i < end; i++) out[at + i] = (plain[at + i] as number) ^ (stream[i] as number);
    increment(block);
  }
  return out;
}

/** @preempt */
export function repeatText(text: string, bytes: number): Uint8Array {
  const unit = new TextEncoder().encode(text === "" ? " " : text);
  const out = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += unit.length) out.set(unit.subarray(0, Math.min(unit.length, bytes - at)), at);
  return out;
}

const sbox = new Uint8Array(256);
(function fillSbox() {
  // Powers of the generator 3 in GF(2^8) give inverses; the affine map follows.
  let p = 1;
  let q = 1;
  do {
    p = (p ^ (p << 1) ^ (p & 0x80 ? 0x11b : 0)) & 0xff;
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q &= 0xff;
    if (q & 0x80) q ^= 0x09;
    const rotated = q ^ rotate8(q, 1) ^ rotate8(q, 2) ^ rotate8(q, 3) ^ rotate8(q, 4);
    sbox[p] = rotated ^ 0x63;
  } while (p !== 1);
  sbox[0] = 0x63;
})();

function rotate8(x: number, by: number): number {
  return ((x << by) | (x >> (8 - by))) & 0xff;
}

/** @preempt never: short, whatever the text. */
function expandKey(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(176);
  words.set(key);
  let rcon = 1;
  for (let i = 16; i < 176; i += 4) {
    let [a, b, c, d] = words.subarray(i - 4, i) as unknown as [number, number, number, number];
    if (i % 16 === 0) {
      [a, b, c, d] = [(sbox[b] as number) ^ rcon, sbox[c] as number, sbox[d] as number, sbox[a] as number];
      rcon = double(rcon);
    }
    words[i] = (words[i - 16] as number) ^ a;
    words[i + 1] = (words[i - 15] as number) ^ b;
    words[i + 2] = (words[i - 14] as number) ^ c;
    words[i + 3] = (words[i - 13] as number) ^ d;
  }
  return words;
}

function double(x: number): number {
  return ((x << 1) ^ (x & 0x80 ? 0x1b : 0)) & 0xff;
}

const scratch = new Uint8Array(16);

/** @preempt never: short, whatever the text. */
function encryptBlock(words: Uint8Array, input: Uint8Array, state: Uint8Array): void {
  for (let i = 0; i < 16; i++) state[i] = (input[i] as number) ^ (words[i] as number);
  for (let round = 1; round <= 10; round++) {
    // SubBytes and ShiftRows together
    for (let i = 0; i < 16; i++) scratch[i] = sbox[state[(i + 4 * (i & 3)) & 15] as number] as number;
    for (let c = 0; c < 16; c += 4) {
      let a = scratch[c] as number;
      let b = scratch[c + 1] as number;
      let d = scratch[c + 2] as number;
      let e = scratch[c + 3] as number;
      if (round < 10) {
        const all = a ^ b ^ d ^ e;
        const first = a;
        a ^= all ^ double(a ^ b);
        b ^= all ^ double(b ^ d);
        d ^= all ^ double(d ^ e);
        e ^= all ^ double(e ^ first);
      }
      const key = round * 16 + c;
      state[c] = a ^ (words[key] as number);
      state[c + 1] = b ^ (words[key + 1] as number);
      state[c + 2] = d ^ (words[key + 2] as number);
      state[c + 3] = e ^ (words[key + 3] as number);
    }
  }
}

/** @preempt never: short, whatever the text. */
function increment(block: Uint8Array): void {
  for (let i = 15; i >= 0; i--) {
    block[i] = ((block[i] as number) + 1) & 0xff;
    if (block[i] !== 0) return;
  }
}
