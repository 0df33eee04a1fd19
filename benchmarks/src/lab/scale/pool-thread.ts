/** In a thread of the pool: one function of one module, called for some items. */

export interface Batch {
  readonly module: string;
  readonly name: string;
  readonly items: readonly unknown[];
}

/** Errors lose their class and their code on the way between threads; this does not. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
  readonly stack: string | undefined;
}

export type Outcome = { readonly value: unknown } | { readonly error: SentError };

export type BatchOutcome = readonly Outcome[] | { readonly unusable: SentError };

export default async function runBatch({ module, name, items }: Batch): Promise<BatchOutcome> {
  let call: unknown;
  try {
    call = ((await import(module)) as Record<string, unknown>)[name];
    if (typeof call !== "function") throw new TypeError(`${module} exports no function "${name}".`);
  } catch (error) {
    return { unusable: send(error) };
  }
  const outcomes: Outcome[] = [];
  for (const item of items) {
    try {
      outcomes.push({ value: await call(item) });
    } catch (error) {
      outcomes.push({ error: send(error) });
    }
  }
  return outcomes;
}

function send(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: undefined, stack: undefined };
  const { name, message, stack } = error;
  return { name, message, code: (error as { code?: unknown }).code, stack };
}
