/** What crosses threads by name only. */

// biome-ignore lint/suspicious/noExplicitAny: functions of all kinds are served
export type AnyFunction = (...args: any[]) => unknown;
/** What a worker offers, by name. */
export type Functions = Readonly<Record<string, AnyFunction>>;
