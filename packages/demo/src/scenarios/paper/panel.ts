/** Shows what AES gave, and whether WebCrypto gives the same. */
import type { Job } from "@preempt/runtime";
import type { Encrypted } from "./work.ts";

export class AesPanel {
  readonly key = Uint8Array.from([
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 9, 0xcf, 0x4f, 0x3c,
  ]);
  readonly counter = Uint8Array.from({ length: 16 }, (_, i) => 0xf0 + i);
  readonly #bytes = document.createElement("code");
  readonly #verdict = document.createElement("p");
  #done = 0;
  #isOpen = true;

  constructor(panel: HTMLElement) {
    const title = document.createElement("h3");
    title.textContent = "AES-128, counter mode";
    this.#bytes.className = "bytes";
    this.#bytes.textContent = "–";
    this.#verdict.className = "verdict";
    this.#verdict.textContent = "nothing encrypted yet";
    panel.append(title, this.#bytes, this.#verdict);
  }

  show({ plain, cipher, isSame }: Encrypted, job: Job): void {
    this.#done++;
    const start = [...cipher.subarray(0, 32)];
    this.#bytes.textContent = start.map((b) => b.toString(16).padStart(2, "0")).join(" ");
    const { responseTime = 0, preemptions } = job;
    void this.#matches(plain, cipher).then((isEqual) => {
      if (!this.#isOpen) return;
      const isGood = isEqual && isSame;
      const cost = `answered in ${responseTime.toFixed(0)} ms, preempted ${preemptions} times`;
      this.#verdict.textContent = `${isGood ? "✓ equal to WebCrypto" : "✗ different from WebCrypto"} · job ${this.#done} ${cost}`;
      this.#verdict.dataset.verdict = isGood ? "equal" : "different";
    });
  }

  close(): void {
    this.#isOpen = false;
  }

  async #matches(plain: Uint8Array, cipher: Uint8Array): Promise<boolean> {
    // Pages that are not served securely have no WebCrypto: then decrypting has to do.
    if (crypto.subtle === undefined) return true;
    const key = await crypto.subtle.importKey("raw", this.key, "AES-CTR", false, ["encrypt"]);
    const algorithm = { name: "AES-CTR", counter: this.counter, length: 128 };
    const expected = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plain as Uint8Array<ArrayBuffer>));
    return expected.length === cipher.length && expected.every((byte, i) => byte === cipher[i]);
  }
}
