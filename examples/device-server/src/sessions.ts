/** Who is logged in. */
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export class Sessions {
  readonly #tokens = new Set<string>();

  open(): string {
    const token = randomUUID();
    this.#tokens.add(token);
    return token;
  }

  /** A hook for routes that only people may use who are logged in. */
  readonly required = async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = headers.authorization?.replace(/^Bearer /, "");
    if (token === undefined || !this.#tokens.has(token))
      await reply.code(401).send({ error: "Log in first: POST /login" });
  };
}
