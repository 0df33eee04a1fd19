/** What each command is given, once its words are understood. */

export interface CheckArguments {
  readonly project: string | undefined;
  readonly files: readonly string[];
  readonly json: boolean;
  readonly list: boolean;
  readonly explain: boolean;
  readonly plan: boolean;
  readonly shared: boolean;
  /** As if the project were built with these options. */
  readonly packages: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly all: readonly string[];
  readonly jobs: readonly string[];
  readonly exclusive: readonly string[];
  readonly reentrant: readonly string[];
  /** Undefined: what the settings say. */
  readonly propagate: boolean | undefined;
  readonly quiet: boolean;
}

export interface RaceArguments {
  /** Names of packages. */
  readonly packages: readonly string[];
  /** Files with programs. */
  readonly jobs: readonly string[];
  readonly schedules: number;
  readonly seed: number;
  readonly budget: number;
  readonly replay: string | undefined;
  readonly json: boolean;
}

/** What every build takes. */
export interface CommonBuildArguments {
  readonly packages: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly all: readonly string[];
  readonly exclusive: readonly string[];
  readonly reentrant: readonly string[];
  readonly jobs: readonly string[];
  /** Undefined: what the settings say. */
  readonly propagate: boolean | undefined;
  readonly profile: string | undefined;
  readonly optimize: string | undefined;
  readonly watch: boolean;
  readonly quiet: boolean;
}

/** Files and folders, for Node. */
export interface FolderBuildArguments extends CommonBuildArguments {
  readonly kind: "folder";
  readonly files: readonly string[];
  readonly out: string;
}

/** The project of a tsconfig.json. */
export interface ProjectBuildArguments extends CommonBuildArguments {
  readonly kind: "project";
  /** Undefined: the nearest one. */
  readonly project: string | undefined;
  /** Undefined: what the tsconfig.json says. */
  readonly out: string | undefined;
  readonly declaration: boolean | undefined;
}

export type BuildArguments = FolderBuildArguments | ProjectBuildArguments;

export interface RecordArguments {
  readonly out: string;
  /** Milliseconds. */
  readonly limit: number;
  /** Files with profiles. */
  readonly from: readonly string[];
  readonly site: string;
  readonly isMerged: boolean;
  /** What is run, and its arguments. */
  readonly command: readonly string[];
}

export interface AdviseArguments {
  /** Traces, profiles, entries. */
  readonly files: readonly string[];
  /** Milliseconds from which an interaction is slow. */
  readonly limit: number;
  readonly site: string;
  readonly packages: readonly string[];
  readonly apply: boolean;
  readonly json: boolean;
}

export interface InitArguments {
  readonly yes: boolean;
  readonly template: TemplateName | undefined;
  readonly install: boolean;
  readonly undo: boolean;
}

export const templateNames = ["page", "node"] as const;
/** A project for an empty folder. */
export type TemplateName = (typeof templateNames)[number];

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | { readonly name: "init"; readonly args: InitArguments }
  | { readonly name: "check"; readonly args: CheckArguments }
  | { readonly name: "build"; readonly args: BuildArguments }
  | { readonly name: "race"; readonly args: RaceArguments }
  | { readonly name: "record"; readonly args: RecordArguments }
  | { readonly name: "advise"; readonly args: AdviseArguments };
