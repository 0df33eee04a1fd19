/** What is computed here: AES over what was typed, repeated to a size, and back again. */
import { encryptCounterMode, repeatText } from "../../work/aes.ts";

export interface Encrypted {
  readonly plain: Uint8Array;
  readonly cipher: Uint8Array;
  /** Whether decrypting gave the text again. */
  readonly isSame: boolean;
}

/** @preempt */
export function encryptAndDecrypt(key: Uint8Array, counter: Uint8Array, text: string, size: number): Encrypted {
  const plain = repeatText(text, size);
  const cipher = encryptCounterMode(key, counter, plain);
  const again = encryptCounterMode(key, counter, cipher);
  let isSame = true;
  for (let i = 0; i < size; i++) if (again[i] !== plain[i]) isSame = false;
  return { plain, cipher, isSame };
}
