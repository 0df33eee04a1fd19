/** All programs by hand. */
import { accessors } from "./accessors.ts";
import { asyncGenerators } from "./async-generators.ts";
import { asynchronous } from "./asynchronous.ts";
import { awaits } from "./awaits.ts";
import { boxes } from "./boxes.ts";
import { builtins } from "./builtins.ts";
import { calls } from "./calls.ts";
import { chains } from "./chains.ts";
import { classes } from "./classes.ts";
import { constructors } from "./constructors.ts";
import { consumers } from "./consumers.ts";
import { control } from "./control.ts";
import { direct } from "./direct.ts";
import { disposal } from "./disposal.ts";
import { errors } from "./errors.ts";
import { fields } from "./fields.ts";
import { finals } from "./finals.ts";
import { functions } from "./functions.ts";
import { generators } from "./generators.ts";
import { indirect } from "./indirect.ts";
import { iteration } from "./iteration.ts";
import { iterators } from "./iterators.ts";
import { keys } from "./keys.ts";
import { lexical } from "./lexical.ts";
import { members } from "./members.ts";
import { mixed } from "./mixed.ts";
import { order } from "./order.ts";
import { parameters } from "./parameters.ts";
import { asynchronousPatterns, patterns } from "./patterns.ts";
import { plain } from "./plain.ts";
import { pointless } from "./pointless.ts";
import type { NastyProgram } from "./program.ts";
import { recursion } from "./recursion.ts";
import { rounds } from "./rounds.ts";
import { scopes } from "./scopes.ts";
import { shared } from "./shared.ts";
import { sloppy } from "./sloppy.ts";
import { spreads } from "./spreads.ts";
import { superArrows, supers } from "./supers.ts";
import { templates } from "./templates.ts";
import { tries } from "./tries.ts";
import { typescript } from "./typescript.ts";
import { values } from "./values.ts";
import { ways } from "./ways.ts";

export const programs: readonly NastyProgram[] = [
  ...functions,
  ...lexical,
  ...scopes,
  ...sloppy,
  ...constructors,
  ...fields,
  ...consumers,
  ...patterns,
  ...control,
  ...generators,
  ...asyncGenerators,
  ...indirect,
  ...iteration,
  ...iterators,
  ...keys,
  ...calls,
  ...accessors,
  ...templates,
  ...chains,
  ...spreads,
  ...mixed,
  ...order,
  ...values,
  ...plain,
  ...ways,
  ...recursion,
  ...parameters,
  ...shared,
  ...pointless,
  ...rounds,
  ...boxes,
  ...tries,
  ...finals,
  ...errors,
  ...classes,
  ...members,
  ...supers,
  ...superArrows,
  ...typescript,
  ...asynchronous,
  ...awaits,
  ...asynchronousPatterns,
  ...direct,
  ...disposal,
  ...builtins,
];
