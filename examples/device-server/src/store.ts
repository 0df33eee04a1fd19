/** What the server keeps: users, readings, firmware. In SQLite, so that a restart loses nothing. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

export interface Reading {
  readonly sensor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
}

export interface Firmware {
  readonly version: string;
  readonly crc: number;
  readonly image: Uint8Array;
}

const hash = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

export class Store implements Disposable {
  readonly #db: DatabaseSync;

  /** @param path A file, or ":memory:" */
  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS users (name TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL);
      CREATE TABLE IF NOT EXISTS readings (sensor TEXT NOT NULL, at REAL NOT NULL, value REAL NOT NULL);
      CREATE TABLE IF NOT EXISTS firmware (version TEXT PRIMARY KEY, crc INTEGER NOT NULL, image BLOB NOT NULL);`);
  }

  /** Makes a user, or gives one another password. */
  async setPassword(name: string, password: string): Promise<void> {
    const salt = randomBytes(16);
    const made = await hash(password, salt, 32);
    this.#db.prepare("INSERT OR REPLACE INTO users VALUES (?, ?, ?)").run(name, salt, made);
  }

  async isPassword(name: string, password: string): Promise<boolean> {
    const user = this.#db.prepare("SELECT salt, hash FROM users WHERE name = ?").get(name);
    if (user === undefined) return false;
    const made = await hash(password, Buffer.from(user.salt as Uint8Array), 32);
    return timingSafeEqual(made, user.hash as Uint8Array);
  }

  addReadings(readings: readonly Reading[]): void {
    const add = this.#db.prepare("INSERT INTO readings VALUES (?, ?, ?)");
    this.#db.exec("BEGIN");
    try {
      for (const { sensor, at, value } of readings) add.run(sensor, at, value);
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** The newest readings, the newest first. */
  *newest(most: number): Generator<Reading> {
    const rows = this.#db.prepare("SELECT sensor, at, value FROM readings ORDER BY rowid DESC LIMIT ?").iterate(most);
    for (const row of rows) yield row as unknown as Reading;
  }

  get count(): number {
    return this.#db.prepare("SELECT count(*) AS count FROM readings").get()?.count as number;
  }

  addFirmware({ version, crc, image }: Firmware): void {
    this.#db.prepare("INSERT OR REPLACE INTO firmware VALUES (?, ?, ?)").run(version, crc, image);
  }

  firmware(version: string): Firmware | undefined {
    const row = this.#db.prepare("SELECT version, crc, image FROM firmware WHERE version = ?").get(version);
    return row as Firmware | undefined;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
