/** One rule broken: where, and how. */
export interface Mutation {
  /**
   * Which tests are asked: those of the transform, of the built-ins' counterparts, of the kernel, of the schedulability analyses, of
   * the race finder, of events in batches, of requests, or of the packages for frameworks.
   */
  readonly part: "transform" | "builtins" | "kernel" | "analysis" | "races" | "events" | "requests" | "frameworks";
  /** The rule that is broken. */
  readonly rule: string;
  /** Under packages/. */
  readonly file: string;
  /** Text that stands there once. */
  readonly from: string;
  readonly to: string;
}

/** Breaks a rule of the files in which `part` asks its tests, below `folder` of packages/. */
export function breaking(part: Mutation["part"], folder: string) {
  return (rule: string, file: string, from: string, to: string): Mutation => ({
    part,
    rule,
    file: `${folder}${file}`,
    from,
    to,
  });
}
