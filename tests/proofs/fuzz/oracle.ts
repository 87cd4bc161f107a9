import type { InjectOptions } from "fastify";
import type { Answer, TestApp } from "../../support/server/app.ts";
import { fingerprint } from "../fingerprint.ts";
import type { FuzzRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** No answer may take longer, whatever was asked. */
const patienceMs = 10_000;

/** Nobody outside has a use for these. */
const insides = [
  /node_modules/,
  /\bat [\w.<>]+ \(/,
  /\.(ts|js|mjs):\d+/,
  /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b/i,
  /violates|syntax error at|relation "|column "|invalid input syntax|out of range for type/i,
  /\b(FST_ERR|ERR_[A-Z]|ECONN|ENOENT|EACCES)/,
];

/** How many answers of each kind there were: what is refused at once proves little. */
export const tally = new Map<string, number>();

/** Sends it, and throws if the answer is one that nobody may get. */
export async function ask(world: World, request: FuzzRequest): Promise<Answer> {
  const { app } = world;
  const token = world.tokenOf(request.as);
  const answer = await inTime(
    app.call(request.method as InjectOptions["method"], request.url, {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...request.headers },
      ...(request.payload !== undefined && { body: request.payload }),
    }),
  );
  const kind = `${Math.floor(answer.status / 100)}xx`;
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
  const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const all = `${JSON.stringify(answer.headers)}\n${text}`;
  if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${text.slice(0, 300)}`);
  if (answer.headers["x-content-type-options"] !== "nosniff") throw new Error("answered without nosniff");
  for (const secret of secretsOf(app)) if (all.includes(secret)) throw new Error(`a secret leaks: ${secret}`);
  if (answer.status < 400) return answer;
  for (const inside of insides)
    if (inside.test(all)) throw new Error(`leaks ${inside}: ${all.slice(0, 500)}`);
  return answer;
}

const secretsOf = ({ db }: TestApp) => [
  "a secret of the tests, long enough",
  "$argon2",
  db.dataDir,
  process.cwd(),
];

async function inTime(work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer came")), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends one after the other. Between two that may change something, all that is stored stays as it was: it is looked at
 * before the next one, and at the end.
 */
export async function probe(world: World, requests: readonly FuzzRequest[]): Promise<void> {
  let before = await fingerprint(world.app);
  let since: FuzzRequest[] = [];
  let isKnown = true;
  async function compare(): Promise<void> {
    const after = await fingerprint(world.app);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    if (isKnown && changed.length > 0) {
      throw new Error(
        `${changed.join(", ")} changed by what was refused or only read:\n${since.map(briefly).join("\n")}`,
      );
    }
    before = after;
    since = [];
    isKnown = true;
  }
  for (const request of requests) {
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (request.isMeant && !isReading) await compare();
    since.push(request);
    const { status } = await ask(world, request).catch((error: Error) => {
      throw new Error(`${error.message}\n${briefly(request)}`, { cause: error });
    });
    // From here on the last look says nothing any more.
    if (status < 400 && !isReading) isKnown = false;
    if (mayHaveLost(request, status)) {
      await compare();
      if (await world.mend(request.as)) before = await fingerprint(world.app);
    }
  }
  await compare();
}

/** Who is refused as themselves may have no session any more, and an admin no power. */
const mayHaveLost = ({ as, headers }: FuzzRequest, status: number): boolean =>
  (status === 401 || (status === 403 && as === "admin")) && headers.authorization === undefined;

const briefly = ({ as, method, url, headers, payload }: FuzzRequest): string => {
  const parts = [
    as,
    method,
    url,
    JSON.stringify(headers),
    payload === undefined ? "" : JSON.stringify(String(payload)),
  ];
  return parts.map((part) => (part.length > 400 ? `${part.slice(0, 400)}...` : part)).join(" ");
};
