/**
 * Which requests the advisor answers. It changes files, so a page of somebody else must not reach it: neither by a request across origins,
 * nor by a name of its own that leads to this machine (DNS rebinding).
 */
import type { IncomingMessage } from "node:http";

/** What speaks against a request; undefined if nothing does. */
export function objectionTo(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, "headers"> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  allowedHosts: readonly string[] | true | undefined,
): string | undefined {
  const { host = "", origin } = headers;
  if (!isOwnHost(hostName(host), allowedHosts)) return `the host ${host} is not one of this server's`;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return `it comes from another site (${site})`;
  if (origin === undefined || hostOf(origin) !== host) return `it comes from ${origin ?? "no page"}`;
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) return "its content is not application/json";
  return isLoopback(socket.remoteAddress ?? "") ? undefined : "it comes from another machine";
}

/** Without a port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Addresses lead where they say. Names may lead anywhere, so only those that the user has allowed count. */
function isOwnHost(name: string, allowed: readonly string[] | true | undefined): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || isLoopback(name)) return true;
  if (allowed === true || allowed === undefined) return false;
  return allowed.some((one) => (one.startsWith(".") ? name === one.slice(1) || name.endsWith(one) : name === one));
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address) || address === "::1";
}
