import { LRUCache } from "lru-cache";
import type { Config } from "../config.ts";
import { isLoopbackHost } from "../lib/loopback.ts";

/**
 * Whether the site answers to this Host header. A demo's accounts have a public password, so a demo answers only to
 * this machine's names and those of its settings: any other name may be another site that now resolves to this machine
 * (DNS rebinding). Other sites answer to every host.
 */
export function ownHosts({ seedDemo, publicUrl, allowedOrigins, host }: Config): (header: string) => boolean {
  if (!seedDemo) return () => true;
  const named = new Set([publicUrl, ...allowedOrigins].map((url) => new URL(url).hostname).concat(host));
  const known = new LRUCache<string, boolean>({ max: 100 });
  return (header) => {
    const seen = known.get(header);
    if (seen !== undefined) return seen;
    const name = URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : "";
    const isOwn = isLoopbackHost(header) || (name !== "" && named.has(name));
    known.set(header, isOwn);
    return isOwn;
  };
}
