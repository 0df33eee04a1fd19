/** A package's name among `packages` in the call of the plugin, where a configuration writes its options down. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import { preemptCallIn } from "../project/config-text.ts";
import type { TextChange } from "../shared/text-changes.ts";

/** Undefined if the options are computed, or there is no call of the plugin. */
export function packageAdded(fileName: string, text: string, name: string): readonly TextChange[] | undefined {
  const call = preemptCallIn(ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true));
  if (call === undefined) return undefined;
  const quoted = JSON.stringify(name);
  const [options] = call.arguments;
  if (options === undefined) {
    const at = call.end - 1;
    return [{ start: at, end: at, text: `{ packages: [${quoted}] }` }];
  }
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties.find((one) => one.name?.getText() === "packages");
  if (property === undefined) {
    const [first] = options.properties;
    if (first === undefined) {
      const start = options.getStart();
      return [{ start, end: options.end, text: `{ packages: [${quoted}] }` }];
    }
    const at = first.getStart();
    return [{ start: at, end: at, text: `packages: [${quoted}], ` }];
  }
  if (!ts.isPropertyAssignment(property) || !ts.isArrayLiteralExpression(property.initializer)) return undefined;
  const { elements } = property.initializer;
  const last = elements.at(-1);
  if (last === undefined) {
    const [start, end] = [property.initializer.getStart(), property.initializer.end];
    return [{ start, end, text: `[${quoted}]` }];
  }
  return [{ start: last.end, end: last.end, text: `, ${quoted}` }];
}

const configName = /\.config\.[cm]?[jt]s$|^preempt\.[cm]?js$/;

/** The configuration in the project's folder that calls the plugin. */
export function configIn(root: string): string | undefined {
  if (!existsSync(root)) return undefined;
  const names = readdirSync(root).filter((name) => configName.test(name));
  return names
    .map((name) => join(root, name))
    .find((file) => ts.sys.readFile(file)?.includes(`${transformerPackage}/`) === true);
}
