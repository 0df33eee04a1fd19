/**
 * From a recording to advice, in the same way for the panel in the page and for `preempt advise`: the slow interactions, the functions that
 * took their time, and the change that helps for each. See remedies.ts for how a change is chosen.
 */
import type { AdvisorReport, Share, SlowInteraction } from "./advice.ts";
import { type AdvisorContext, relativeTo } from "./context.ts";
import { completed, type Group, groupsIn, groupsOfScripts, mergedGroups } from "./costs.ts";
import { Functions, type SourceFunction } from "./functions.ts";
import { type Interaction, inpOf, type Recording } from "./recording.ts";
import { remediesFor } from "./remedies.ts";

/** Interactions are slow from here on, in milliseconds. */
export const slowFrom = 100;

/** So many interactions are shown and explained at most, the slowest first. */
const mostShown = 20;
const mostShares = 8;

/** @param limit Milliseconds from which an interaction is slow */
export function analyse(recording: Recording, context: AdvisorContext, limit: number = slowFrom): AdvisorReport {
  const { interactions, samples, scripts } = recording;
  const functions = new Functions(context.locator, context.root, context.disk);
  const slow = interactions
    .filter(({ duration }) => duration >= limit)
    .sort((a, b) => b.duration - a.duration)
    .slice(0, mostShown);
  const explained = slow.map((interaction) => {
    const [from, to] = [interaction.start, interaction.start + interaction.duration];
    const profiled = groupsIn(samples, functions, from, to);
    return { interaction, profiled, runs: groupsOfScripts(scripts, functions, from, to) };
  });
  const pooled = mergedGroups(explained.flatMap((one) => one.profiled));
  const complete = explained.map(({ interaction, profiled, runs }) => ({
    ...{ interaction, isProfiled: profiled.length > 0 },
    groups: completed(profiled, runs, pooled),
  }));
  const groups = mergedGroups(complete.flatMap((one) => one.groups));
  const shown = complete.map(({ interaction, groups, isProfiled }) =>
    slowInteraction(interaction, groups, isProfiled, context.root),
  );
  const inp = inpOf(interactions);
  return {
    ...(inp !== undefined && { inp }),
    interactions: interactions.filter(({ type }) => type !== "task").length,
    limit,
    slow: shown,
    advice: remediesFor(groups, functions, context),
  };
}

function slowInteraction(
  interaction: Interaction,
  groups: readonly Group[],
  isProfiled: boolean,
  root: string,
): SlowInteraction {
  const { start, duration, processingStart, processingEnd } = interaction;
  const costs = allOf(groups).sort((a, b) => b.total - a.total || b.self - a.self);
  // What is shorter than a frame, and a twentieth of the whole, says nothing.
  const shares = costs.filter(({ total }) => total >= Math.min(16, duration / 20)).slice(0, mostShares);
  return {
    ...interaction,
    waited: processingStart - start,
    handled: processingEnd - processingStart,
    presented: start + duration - processingEnd,
    shares: shares.map(({ fn, total, self }): Share => {
      const file = relativeTo(root, fn.file);
      const { name, line } = fn;
      return { name, file, line, ...(fn.package !== undefined && { package: fn.package }), total, self };
    }),
    profiled: isProfiled ? groups.reduce((sum, { total }) => sum + total, 0) : 0,
  };
}

/** The costs of all groups by function. */
function allOf(groups: readonly Group[]): Total[] {
  const all = new Map<string, Total>();
  for (const { costs } of groups) {
    for (const [key, { fn, total, self }] of costs) {
      const one = all.get(key) ?? { fn, total: 0, self: 0 };
      one.total += total;
      one.self += self;
      all.set(key, one);
    }
  }
  return [...all.values()];
}

interface Total {
  readonly fn: SourceFunction;
  total: number;
  self: number;
}
