/** The environment of a new user: the Node of this repository, an empty cache, and a registry that has our packages. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackage } from "../pack-package.ts";
import type { Packed } from "./registry.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packs runtime and transformer as they are published. */
export function packAll(folder: string): Packed[] {
  return ["runtime", "transformer"].map((name) => {
    const destination = join(folder, name);
    rmSync(destination, { recursive: true, force: true });
    mkdirSync(destination, { recursive: true });
    const tarball = packPackage(join(root, "packages", name), destination);
    const text = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
    return { manifest: JSON.parse(text) as Packed["manifest"], tarball };
  });
}

/**
 * @param folder where a chain is tried; its cache is beside it
 * @param tools a folder with programs that the user has already, if there is one
 */
export function environmentFor(folder: string, address: string, tools: string | undefined): NodeJS.ProcessEnv {
  const cache = `${folder}-cache`;
  mkdirSync(cache, { recursive: true });
  const settings = join(cache, "npmrc");
  writeFileSync(settings, `${["@preempt:registry", address].join("=")}\n`);
  writeFileSync(join(cache, ".bunfig.toml"), `[install.scopes]\n"@preempt" = "${address}"\n`);
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|PREEMPT_|CI$|INIT_CWD$|NODE_OPTIONS$)/.test(name),
  );
  const places = [tools, dirname(process.execPath)].filter((place) => place !== undefined);
  // What a tool says of itself on its first start is not measured, nor sent.
  const quiet = {
    NEXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    NG_CLI_ANALYTICS: "false",
  };
  return {
    ...Object.fromEntries(own),
    ...quiet,
    PATH: [...places, process.env.PATH].join(delimiter),
    npm_config_cache: cache,
    npm_config_yes: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    // Beside the user's own settings, which may name a registry. A shell drops variables with the name of a scope.
    npm_config_globalconfig: settings,
    // Bun's settings and cache; those of other tools are as new as a new user's.
    XDG_CONFIG_HOME: cache,
    BUN_INSTALL_CACHE_DIR: join(cache, "bun"),
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    BROWSER: "none",
  };
}

/** The version of a package as it was installed. */
export function installedVersion(folder: string, name: string): string {
  const manifest = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
