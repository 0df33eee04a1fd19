/** An interaction of a user with a page, and what had the thread meanwhile: plain data. */

/** An interaction: times in milliseconds on the clock of `performance.now()`. */
export interface InteractionTimes {
  /** The type of the event, such as "keydown". */
  readonly type: string;
  /** When the user acted. */
  readonly start: number;
  /** Milliseconds until the next frame was presented. */
  readonly duration: number;
  /** When the first handler started. */
  readonly processingStart: number;
  /** When the last handler ended. */
  readonly processingEnd: number;
  /** The element, as a selector. */
  readonly target?: string;
}

/** The jobs of one name that ran during an interaction. */
export interface JobShare {
  /** The name of the jobs. */
  readonly name: string;
  /** Milliseconds for which they had the thread. */
  readonly ms: number;
  /** The longest time without a preemption, in milliseconds. */
  readonly longest: number;
  /** How often they were preempted. */
  readonly preemptions: number;
}

/** A script of a long animation frame that ran during an interaction. */
export interface ScriptShare {
  /** The function in which it started; "" if it has no name. */
  readonly name: string;
  /** What called it, such as "BUTTON#go.onclick". */
  readonly invoker: string;
  /** The address of the script. */
  readonly url: string;
  /** Milliseconds, without those of jobs that ran in it. */
  readonly ms: number;
}

/** An interaction, and who had the thread meanwhile. Times in milliseconds. */
export interface ExplainedInteraction extends InteractionTimes {
  /** From the event to the first handler. */
  readonly inputDelay: number;
  /** In the handlers. */
  readonly processing: number;
  /** From the last handler to the next frame. */
  readonly presentationDelay: number;
  /** The longest first. */
  readonly jobs: readonly JobShare[];
  /** The longest first. Empty where the browser reports no long animation frames. */
  readonly scripts: readonly ScriptShare[];
  /** In neither: style, layout, other scripts, or waiting for the next frame. */
  readonly other: number;
  /** All of it as a sentence: "keydown on #q waited 90 ms, 60 of them in the job \"search\"." */
  readonly text: string;
}
