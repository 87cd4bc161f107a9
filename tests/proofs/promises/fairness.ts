import { randomBytes } from "node:crypto";
import { limits, pieceType, tusVersion } from "@cairn/contract";
import sharp from "sharp";
import type { Load, Pace, Request } from "../../../bench/support/client.ts";
import { type Client, openClient } from "../../../bench/support/clients.ts";
import { type As, bearers, type EngineName, openSite, type Site } from "../../../bench/support/contenders.ts";
import { reader } from "../../../bench/support/fill.ts";
import { makeVocabulary } from "../../../bench/support/texts.ts";
import { openPostgres } from "../../../scripts/testing/scale/postgres.mjs";
import type { Outcome, Promised, Scale } from "../../support/promises/promise.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";
import { mp4 } from "../../support/server/media.ts";

/** What others may feel: so many times what they felt before, or this many milliseconds. */
const [times, milliseconds] = [3, 50];
const items = 10_000;
const secondsBefore = 10;
const secondsDuring = 30;

type Part = Pick<Load, "requests" | "parallel" | "perSecond">;

interface Attack {
  readonly name: string;
  /** What one member, or one address without an account, sends. */
  load(as: As, attacker: number, site: Site): Promise<Part>;
}

const common = makeVocabulary();
const words = (first: number, count: number) => common.slice(first, first + count).join(" ");
const token = () => randomBytes(32).toString("base64url");
const many = (count: number, make: (index: number) => Request): Request[] =>
  Array.from({ length: count }, (_, index) => make(index));

const attacks: readonly Attack[] = [
  {
    name: "ten interests of four common words, then fifteen deep pages at once, again and again",
    async load(as, attacker) {
      const headers = await as(attacker);
      const round = (turn: number): Request[] => [
        {
          method: "PATCH",
          path: "/profiles/me",
          headers,
          body: { interests: many10((index) => words(turn + index * 4, 4).slice(0, 40)) },
        },
        ...many(15, (page) => ({ method: "GET", path: `/content?page=${85 + page}&per_page=100`, headers })),
      ];
      return { requests: Array.from({ length: 50 }, (_, turn) => round(turn)).flat(), parallel: 16 };
    },
  },
  {
    name: "a hundred searches a second by one member",
    async load(as, attacker) {
      const headers = await as(attacker);
      const requests = many(3_000, (index) => {
        const q = `${words(index % 40, 1)} or ${words(41 + (index % 30), 1)} or ${words(80 + index, 1)} -${words(9 + index, 1)}`;
        return { method: "GET", path: `/content/search?q=${encodeURIComponent(q)}`, headers };
      });
      return { requests, parallel: 50, perSecond: 100 };
    },
  },
  {
    name: "four connections that send 200 KB of small fields to the sign-in",
    async load() {
      const body = Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [index, 1]));
      return { requests: [{ method: "POST", path: "/auth/login", body }], parallel: 4 };
    },
  },
  {
    name: "sign-outs, refreshes, resets and files that nobody has, without an account",
    async load() {
      const requests = many(500, (index): Request => {
        const bearer = { authorization: `Bearer ${token()}` };
        const email = `${token().slice(0, 12)}@example.test`;
        const calls: readonly Request[] = [
          { method: "DELETE", path: "/auth/logout", headers: bearer },
          { method: "POST", path: "/auth/refresh", headers: bearer },
          { method: "POST", path: "/auth/request-password-reset", body: { email } },
          { method: "POST", path: "/auth/login", body: { email, password: token() } },
          { method: "GET", path: `/media/${randomBytes(16).toString("hex")}.png` },
          { method: "GET", path: `/authors/${100_000 + index}/feed.xml` },
        ];
        return calls[index % calls.length] as Request;
      });
      return { requests, parallel: 8 };
    },
  },
  {
    name: "comments that each mention ten members",
    async load(as, attacker) {
      const headers = await as(attacker);
      const requests = many(200, (index): Request => {
        const body = `${many10((mentioned) => `@Reader ${2 + mentioned}`).join(" ")} ${index}`;
        return { method: "POST", path: `/content/${1 + index}/comments`, headers, body: { body } };
      });
      return { requests, parallel: 8 };
    },
  },
  {
    name: "downloads of an item with 58 revisions, sixteen at once",
    async load(as, attacker, site) {
      const headers = await as(attacker);
      const id = await writeItem(site, headers, 58);
      return { requests: [{ method: "GET", path: `/content/${id}/download`, headers }], parallel: 16 };
    },
  },
];

/** A draft with so many revisions, each as long as a text may be. */
async function writeItem(
  { target }: Site,
  headers: Record<string, string>,
  revisions: number,
): Promise<number> {
  const send = async (method: string, path: string, body: object): Promise<{ id: number }> => {
    const answer = await fetch(`http://${target.host}:${target.port}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const body = (number: number) => `${number} ${makeWords(number)}`.slice(0, limits.bodyLength);
  const { id } = await send("POST", "/content", {
    title: "Much revised",
    body: body(1),
    category: 1,
    draft: true,
  });
  for (let number = 2; number <= revisions; number += 1)
    await send("PATCH", `/content/${id}`, { body: body(number) });
  return id;
}

/** More characters of common words than a text may have. */
const makeWords = (seed: number): string =>
  Array.from({ length: 10_000 }, (_, index) => common[(index * 7_919 + seed * 104_729) % common.length]).join(
    " ",
  );

const many10 = <Made>(make: (index: number) => Made): Made[] =>
  Array.from({ length: 10 }, (_, index) => make(index));

/** What other members do meanwhile, each call a few times a second. */
const felt = {
  profile: () => ({ method: "GET", path: "/profiles/me" }),
  item: (index: number) => ({ method: "GET", path: `/content/${1 + ((index * 7_919) % items)}` }),
  "first page": (index: number) => ({ method: "GET", path: `/content?per_page=${1 + (index % 50)}` }),
  search: (index: number) => ({ method: "GET", path: `/content/search?q=${common[6_000 + index]}` }),
  comment: (index: number) => ({
    method: "POST",
    path: `/content/${1 + ((index * 31) % items)}/comments`,
    body: { body: `Thank you, ${index}.` },
  }),
} as const satisfies Record<string, (index: number) => Request>;
type Felt = keyof typeof felt;
const perSecond = 5;

/** The slowest twentieth of the answers that others get, for each call. */
async function feel(
  client: Client,
  site: Site,
  as: As,
  from: number,
  seconds: number,
): Promise<Map<string, number>> {
  const one = async (name: Felt): Promise<[string, number]> => {
    const requests = await Promise.all(
      Array.from({ length: seconds * perSecond + 10 }, async (_, index) => ({
        ...felt[name](from + index),
        headers: await as(reader(1 + ((from + index) % 400))),
      })),
    );
    const load = { target: site.target, requests, once: true, parallel: 3, perSecond, ms: seconds * 1000 };
    const { p95Ms } = await client.run(load);
    return [name, p95Ms];
  };
  return new Map(await Promise.all((Object.keys(felt) as Felt[]).map(one)));
}

interface Facts {
  readonly site: Site;
  readonly as: As;
  readonly others: Client;
  readonly attackers: Client;
  readonly scale: Scale;
}

/** How others fare beside an attack: a line of figures, and what they felt too much of. */
async function suffer({ site, as, others, attackers, scale }: Facts, attack: Attack, turn: number) {
  const seconds = {
    before: Math.max(3, scale.times(secondsBefore)),
    during: Math.max(5, scale.times(secondsDuring)),
  };
  const before = await feel(others, site, as, turn * 1_000, seconds.before);
  const part = await attack.load(as, reader(450 + turn), site);
  const load = { target: site.target, ...part, ms: seconds.during * 1000, anyAnswer: true };
  const [during, pace] = await Promise.all([
    feel(others, site, as, turn * 1_000 + 500, seconds.during),
    attackers.run(load),
  ]);
  return compared(site.engine, attack.name, before, during, answersOf(pace));
}

function compared(
  engine: EngineName,
  name: string,
  before: ReadonlyMap<string, number>,
  during: ReadonlyMap<string, number>,
  answers: string,
) {
  const rounded = (value = Number.NaN) => (value < 10 ? value.toFixed(1) : Math.round(value).toString());
  const calls = [...during].map(([call, p95]) => `${call} ${rounded(before.get(call))} → ${rounded(p95)}`);
  const slow = [...during].filter(
    ([call, p95]) => !(p95 <= Math.max(milliseconds, times * (before.get(call) ?? 0))),
  );
  return {
    figure: `${engine}, ${name} (${answers}): others' p95 in ms: ${calls.join(", ")}`,
    shortfall:
      slow.length > 0 && `${engine}, ${name}: ${slow.map(([call]) => call).join(", ")} took too long`,
  };
}

const answersOf = ({ statuses }: Pace): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");

/** Ten flat pictures of 40 megapixels at a time, again and again, while other members send one of ten by ten pixels. */
async function sufferPictures({ site, as, others, attackers, scale }: Facts) {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
  const [large, small] = await Promise.all([flat(8_000, 5_000), flat(10, 10)]);
  const send = async (member: number, bytes: Buffer): Promise<Request> => ({
    method: "PATCH",
    path: "/profiles/me",
    headers: await as(member),
    picture: { field: "avatar", bytes },
  });
  const seconds = {
    before: Math.max(3, scale.times(secondsBefore)),
    during: Math.max(5, scale.times(secondsDuring)),
  };
  const feelPictures = async (first: number, length: number): Promise<Map<string, number>> => {
    const count = length * perSecond + 10;
    const requests = await Promise.all(
      Array.from({ length: count }, (_, index) => send(reader(1 + ((first + index) % 400)), small)),
    );
    const load = { target: site.target, requests, once: true, parallel: 2, perSecond, ms: length * 1000 };
    return new Map([["picture of 10 x 10", (await others.run(load)).p95Ms]]);
  };
  const before = await feelPictures(0, seconds.before);
  const load = { target: site.target, requests: [await send(reader(449), large)], parallel: 10 };
  const [during, pace] = await Promise.all([
    feelPictures(200, seconds.during),
    attackers.run({ ...load, ms: seconds.during * 1000, anyAnswer: true }),
  ]);
  const name = "flat pictures of 40 megapixels, ten at once, again and again";
  return compared(site.engine, name, before, during, answersOf(pace));
}

/** Sends recordings of 256 MB in pieces, one after the other, until it is told to stop; answers how many pieces arrived. */
async function sendPieces(
  { target }: Site,
  headers: Record<string, string>,
  piece: Uint8Array<ArrayBuffer>,
  isOver: () => boolean,
): Promise<number> {
  const ask = (
    method: string,
    path: string,
    more: Record<string, string> = {},
    body: BodyInit | null = null,
  ) =>
    fetch(`http://${target.host}:${target.port}${path}`, {
      method,
      headers: { ...headers, "tus-resumable": tusVersion, ...more },
      body,
    });
  const length = 32 * piece.length;
  let arrived = 0;
  while (!isOver()) {
    const begun = await ask("POST", "/uploads", { "upload-length": String(length) });
    const path = begun.headers.get("location");
    if (path === null) throw new Error(`an upload was refused: ${begun.status} ${await begun.text()}`);
    for (let offset = 0; offset < length && !isOver(); offset += piece.length) {
      const at = { "content-type": pieceType, "upload-offset": String(offset) };
      const { status } = await ask("PATCH", path, at, piece);
      if (status !== 204) throw new Error(`a piece was answered ${status}`);
      arrived += 1;
    }
    await ask("DELETE", path);
  }
  return arrived;
}

/** Ten members send long recordings in pieces. */
async function sufferRecordings({ site, as, others, scale }: Facts) {
  const seconds = {
    before: Math.max(3, scale.times(secondsBefore)),
    during: Math.max(5, scale.times(secondsDuring)),
  };
  const piece = new Uint8Array(mp4({ size: limits.pieceBytes }).bytes);
  const before = await feel(others, site, as, 40_000, seconds.before);
  let isOver = false;
  const senders = await Promise.all(many10((member) => as(reader(430 + member))));
  const sending = Promise.all(senders.map((headers) => sendPieces(site, headers, piece, () => isOver)));
  const during = await feel(others, site, as, 50_000, seconds.during);
  isOver = true;
  const pieces = (await sending).reduce((sum, count) => sum + count, 0);
  const name = "ten members who send long recordings in pieces";
  return compared(site.engine, name, before, during, `${pieces} × 8 MB`);
}

async function proveOn(engine: EngineName, scale: Scale): Promise<Outcome> {
  // As a site has them by default; figures of its own are no matter here.
  const site = await openSite(engine, { items, comments: 2 }, { RATE_LIMITS: "on" });
  const [others, attackers] = [openClient(), openClient()];
  const facts = { site, as: bearers(), others, attackers, scale };
  const figures: string[] = [];
  const shortfalls: (string | false)[] = [];
  try {
    await feel(others, site, facts.as, 90_000, Math.max(3, scale.times(secondsBefore)));
    const runs = [
      ...attacks.map((attack, turn) => () => suffer(facts, attack, turn)),
      () => sufferPictures(facts),
      () => sufferRecordings(facts),
    ];
    for (const run of runs) {
      const { figure, shortfall } = await run();
      figures.push(figure);
      shortfalls.push(shortfall);
    }
  } finally {
    await Promise.all([others.close(), attackers.close()]);
    await site.close();
  }
  return { figures, shortfall: shortfalls.filter(Boolean).join("; ") || null };
}

/** The same of work that waits in a table. */
const proveInBackground = ({ times: scaled }: Scale, env: Record<string, string> = {}): Promise<Outcome> =>
  runServerTests({
    file: "fairness/background",
    env: {
      ...env,
      CAIRN_PROVE_BACKLOG: String(Math.max(8, scaled(40))),
      CAIRN_PROVE_ROUNDS: String(Math.max(3, scaled(15))),
    },
  });

export const promised: Promised = {
  number: 21,
  title:
    "Fairness: while one member or one address does its worst, others wait three times as long as before, or 50 ms",
  async prove(scale) {
    const postgres = await openPostgres();
    try {
      return await inTurn([
        () => proveOn("embedded", scale),
        () => proveOn("server", scale),
        () => proveInBackground(scale),
        () => proveInBackground(scale, { CAIRN_TEST_SERVER: postgres.url }),
      ]);
    } finally {
      await postgres.remove();
    }
  },
};
