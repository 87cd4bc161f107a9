import { ExternalFailure } from "../../lib/external-failure.ts";
import { readStart } from "../../lib/read-bounded.ts";
import type { SafeFetch } from "../../lib/safe-fetch.ts";
import { longestAddress } from "./find-links.ts";
import type { HostTurns } from "./host-turns.ts";
import type { Verdict } from "./links.policy.ts";
import { allows, type RobotsRule, readRobots } from "./robots.ts";

interface Dependencies {
  readonly fetch: SafeFetch;
  readonly turns: HostTurns;
  readonly robots: {
    /** What was read within the last day; null if nothing was. */
    find(origin: string): Promise<RobotsRule[] | null>;
    keep(origin: string, rules: RobotsRule[]): Promise<void>;
  };
}

/** Our name in robots.txt, which also starts the User-Agent. */
const crawlerName = "cairn";
const maxRedirects = 5;
/** Requests for one link, with those for the robots.txt of each site on the way. */
const maxRequests = 16;
const pageBytes = 1_024;
/** RFC 9309 requires crawlers to read at least 500 KiB. */
const robotsBytes = 512 * 1_024;

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly start: Uint8Array;
}

const reading = {
  HEAD: { bytes: 0, headers: {} },
  GET: { bytes: pageBytes, headers: { range: `bytes=0-${pageBytes - 1}` } },
  robots: { bytes: robotsBytes, headers: {} },
} as const;

/**
 * Checks links politely: it obeys robots.txt, sends HEAD, then GET for at most 1 KB, and checks each redirect like a
 * new link. Use one for the links of one host and drop it: it remembers robots.txt.
 */
export function createLinkAsker({ fetch, turns, robots }: Dependencies) {
  const rulesOf = new Map<string, Promise<RobotsRule[]>>();
  /** The origin of the link that is being asked about, and its requests so far. */
  let [ownOrigin, requests] = ["", 0];

  function request(url: URL, kind: keyof typeof reading): Promise<Answer> {
    requests += 1;
    if (requests > maxRequests) throw new ExternalFailure("it takes too many requests");
    const { bytes, headers } = reading[kind];
    const call = { headers: { accept: "*/*", "accept-encoding": "identity", ...headers } };
    return turns(url.hostname, () =>
      fetch.ask(url.href, kind === "HEAD" ? { ...call, method: "HEAD" } : call, async (response) => ({
        status: response.status,
        location: response.headers.get("location"),
        // What breaks off after its status has said what is asked for.
        start: await readStart(response.body, bytes).catch(() => new Uint8Array()),
      })),
    );
  }

  /** The answer at the end of the redirects; null if it may not be asked for, or if there are too many. */
  async function follow(first: URL, kind: keyof typeof reading): Promise<Answer | null> {
    let url = first;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      if (kind !== "robots" && !allows(await rulesFor(url.origin), url.pathname + url.search)) return null;
      const answer = await request(url, kind);
      const next = redirectOf(answer, url);
      if (next === null) return answer;
      if (!["http:", "https:"].includes(next.protocol) || next.href.length > longestAddress) return null;
      url = next;
    }
    return null;
  }

  function rulesFor(origin: string): Promise<RobotsRule[]> {
    const known = rulesOf.get(origin) ?? findRules(origin);
    rulesOf.set(origin, known);
    return known;
  }

  /** @throws ExternalFailure while the site does not say. */
  async function findRules(origin: string): Promise<RobotsRule[]> {
    const kept = await robots.find(origin);
    if (kept) return kept;
    const answer = await follow(new URL("/robots.txt", origin), "robots");
    if (answer && (answer.status === 429 || answer.status >= 500)) {
      throw new ExternalFailure(`answered ${answer.status}`);
    }
    const isThere = answer !== null && answer.status >= 200 && answer.status < 300;
    const rules = isThere ? readRobots(new TextDecoder().decode(answer.start), crawlerName) : [];
    // Sites that a link only leads through may be as many as their owner likes.
    if (origin === ownOrigin) await robots.keep(origin, rules);
    return rules;
  }

  /** Some servers lack HEAD or answer it differently; null: GET decides. */
  async function verdictOfHead(url: URL): Promise<Verdict | null> {
    try {
      const answer = await follow(url, "HEAD");
      if (answer === null || answer.status === 429) return "unknown";
      return answer.status < 400 ? "alive" : null;
    } catch (error) {
      if (error instanceof ExternalFailure && !isFinal(error)) return null;
      throw error;
    }
  }

  return async (address: string): Promise<Verdict> => {
    const url = new URL(address);
    [ownOrigin, requests] = [url.origin, 0];
    try {
      await rulesFor(url.origin);
      const verdict = await verdictOfHead(url);
      if (verdict) return verdict;
      const answer = await follow(url, "GET");
      return answer ? verdictOf(answer.status) : "unknown";
    } catch (error) {
      if (!(error instanceof ExternalFailure)) throw error;
      return isGone(error) ? "gone" : "unknown";
    }
  };
}

function redirectOf({ status, location }: Answer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  return URL.canParse(location, from) ? new URL(location, from) : null;
}

/** 416: it is there, and empty. */
function verdictOf(status: number): Verdict {
  if (status === 404 || status === 410) return "gone";
  return status < 400 || status === 416 ? "alive" : "unknown";
}

/** The name does not exist, or TLS is broken. A name server that is down (EAI_AGAIN) tells nothing about the name. */
const isGone = ({ code }: ExternalFailure): boolean =>
  code === "ENOTFOUND" ||
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code ?? "");

/** GET would meet the same. */
const isFinal = (failure: ExternalFailure): boolean => isGone(failure) || failure.code === "private";
