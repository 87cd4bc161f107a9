import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import type { UseStore } from "idb-keyval";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError, errorOf } from "../../../apps/web/src/lib/api/api-error.ts";
import { readBody } from "../../../apps/web/src/lib/api/send.ts";
import { createOutbox, type Outbox } from "../../../apps/web/src/lib/outbox/box.ts";
import { deliver } from "../../../apps/web/src/lib/outbox/deliver.ts";
import { type NewEntry, refusals } from "../../../apps/web/src/lib/outbox/entry.ts";
import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";

/** `npm run prove -- offline` asks for 2,000. */
const histories = Number(process.env.OFFLINE_HISTORIES ?? 60);

let app: TestApp;
/** Who share the browser: an admin, so that one of them decides, and a member. */
let people: readonly [Member, Member];
let writer: Member;
/** How far the clock of site and browser is ahead, in milliseconds. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

const settings = { rateLimits: false };
beforeAll(async () => {
  app = await buildTestApp(settings);
  const admin = await verifiedAdmin(app);
  people = [admin, await registerMember(app)];
  writer = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

/** A new server on the data of the one before. */
async function restart(): Promise<void> {
  const { db, store } = app;
  await app.http.close();
  app = await buildTestApp(settings, null, { db, store });
  app.passTime(ahead);
}

const kinds = ["comment", "lostComment", "like", "save", "report", "decide"] as const;
type Kind = (typeof kinds)[number];

/** How a request of a sender ends: killed before or after the server had it, or its answer is lost. */
const ends = ["killed before", "killed after", "cut before", "cut after"] as const;
type End = (typeof ends)[number];

type Step =
  | { step: "act"; tab: 0 | 1; kind: Kind }
  | { step: "send"; tab: 0 | 1 }
  /** Both tabs at once. */
  | { step: "send twice" }
  /** The request with this number ends like this. */
  | { step: "break"; tab: 0 | 1; request: number; end: End }
  /** While a request of tab 0 is with the server, the other tab does this. */
  | { step: "meanwhile"; kind: Kind }
  | { step: "edit" | "remove" | "again"; tab: 0 | 1; which: number }
  /** `unnoticed`: the browser does not know that the line is gone. */
  | { step: "line"; line: "there" | "gone" | "unnoticed" }
  | { step: "sign in"; who: 0 | 1 | null }
  | { step: "restart" }
  /** The item of the newest decision gets a new revision. */
  | { step: "move on" }
  /** The server forgets its keys. */
  | { step: "a day" };

const tab = fc.constantFrom<0 | 1>(0, 1);
const kind = fc.constantFrom(...kinds);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ step: fc.constant("act" as const), tab, kind }) },
  { weight: 4, arbitrary: fc.record({ step: fc.constant("send" as const), tab }) },
  { weight: 2, arbitrary: fc.constant({ step: "send twice" } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant("break" as const),
      tab,
      request: fc.integer({ min: 1, max: 3 }),
      end: fc.constantFrom(...ends),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("meanwhile" as const), kind }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constantFrom("edit" as const, "remove" as const, "again" as const),
      tab,
      which: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant("line" as const),
      line: fc.constantFrom("there" as const, "gone" as const, "unnoticed" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("sign in" as const),
      who: fc.constantFrom<0 | 1 | null>(0, 1, null),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ step: "restart" } as const) },
  { weight: 1, arbitrary: fc.constant({ step: "move on" } as const) },
  { weight: 1, arbitrary: fc.constant({ step: "a day" } as const) },
);

/** One act of somebody, and everything that may truthfully have become of it. */
interface Act {
  readonly who: 0 | 1;
  readonly kind: Kind;
  id: string;
  /** What it was about: an item. */
  readonly item: number;
  /** Every wording that was ever in the outbox, the newest last. */
  readonly wordings: string[];
  /** Of a like or a save: what was chosen. */
  readonly isOn: boolean;
  /** Its member took it back while it was unsent. */
  isRemoved: boolean;
}

let told = 0;
const unique = (what: string) => {
  told += 1;
  return `${what} ${told}`;
};

/** Web Locks of one browser: a tab that is killed loses the lock it holds. */
function createLocks() {
  const waiting: { tab: object; begin: () => void }[] = [];
  let holder: object | null = null;
  function next() {
    const first = holder === null ? waiting.shift() : undefined;
    if (!first) return;
    holder = first.tab;
    first.begin();
  }
  function release(tab: object) {
    if (holder === tab) holder = null;
    next();
  }
  return {
    of: (tab: object) => ({
      request: <Value>(_name: string, task: () => Promise<Value>) =>
        new Promise<Value>((resolve, reject) => {
          const begin = () =>
            void task()
              .then(resolve, reject)
              .finally(() => release(tab));
          waiting.push({ tab, begin });
          next();
        }),
    }),
    kill(tab: object) {
      for (let at = waiting.length - 1; at >= 0; at -= 1) if (waiting[at]?.tab === tab) waiting.splice(at, 1);
      release(tab);
    },
  };
}

/** The store of one browser, as each of its tabs opens it. */
function openStore(browser: IDBFactory): UseStore {
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    const request = browser.open("outbox");
    request.onupgradeneeded = () => void request.result.createObjectStore("entries");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return async (mode, use) => use((await opened).transaction("entries", mode).objectStore("entries"));
}

/** A request as the browser sends it, answered by the server. */
const serverFetch: typeof fetch = async (address, init = {}) => {
  const reply = await app.http.inject({
    method: init.method as "POST",
    url: String(address),
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === "string" && { payload: init.body }),
  });
  return new Response(reply.body, {
    status: reply.statusCode,
    headers: { "content-type": String(reply.headers["content-type"]) },
  });
};

class History {
  readonly #browser = new IDBFactory();
  readonly #locks = createLocks();
  readonly #tabs: [Outbox, Outbox];
  readonly acts: Act[] = [];
  /** A new one for each history, so that what is there is of this history. */
  readonly #item: number;
  line: "there" | "gone" | "unnoticed" = "there";
  #session: { who: 0 | 1; token: string } | null;

  constructor(item: number) {
    this.#item = item;
    this.#tabs = [this.#open(), this.#open()];
    this.#session = { who: 1, token: people[1].access_token };
  }

  #open = () => createOutbox(openStore(this.#browser), { now });

  /** Killed and opened again. */
  #reopen(tab: 0 | 1): void {
    this.#locks.kill(this.#tabs[tab]);
    this.#tabs[tab] = this.#open();
  }

  ownerOf = (who: 0 | 1) => people[who].user_id;

  signIn(who: 0 | 1 | null): void {
    this.#session = who === null ? null : { who, token: people[who].access_token };
  }

  async run(step: Step): Promise<void> {
    switch (step.step) {
      case "act":
        return this.#act(step.tab, step.kind);
      case "send":
        return this.send(step.tab);
      case "send twice":
        return void (await Promise.all([this.send(0), this.send(1)]));
      case "break":
        return this.#break(step.tab, step.request, step.end);
      case "meanwhile":
        return this.#meanwhile(step.kind);
      case "edit":
      case "remove":
      case "again":
        return this.#change(step);
      case "line":
        this.line = step.line;
        return;
      case "sign in":
        return this.signIn(step.who);
      case "restart":
        return restart();
      case "move on":
        return this.#moveOn();
      case "a day":
        ahead += 25 * 60 * 60 * 1000;
        app.passTime(25 * 60 * 60 * 1000);
        await app.sweep();
    }
  }

  /** What the signed-in member does is noted first, whatever the line is like: only then can it be lost. */
  async #act(tab: 0 | 1, kind: Kind): Promise<void> {
    const { who } = this.#session ?? {};
    if (who === undefined) return;
    if (kind === "decide" && who !== 0) return;
    const owner = this.ownerOf(who);
    const box = this.#tabs[tab];
    const item =
      kind === "decide" ? await makeItem(app, { authorId: writer.user_id, status: "Pending" }) : this.#item;
    const last = this.acts.findLast((act) => act.who === who && act.kind === kind);
    const act: Act = {
      who,
      kind,
      item,
      id: unique("key").replace(" ", "-"),
      wordings: [unique(kind)],
      isOn: !last?.isOn,
      isRemoved: false,
    };
    this.acts.push(act);
    await box.add({ ...entryOf(act), id: act.id, owner, place: "/posts/1", label: act.kind });
  }

  #delivery(tab: 0 | 1, owner: number, fetch: typeof globalThis.fetch) {
    const box = this.#tabs[tab];
    return deliver({
      owner,
      box,
      locks: this.#locks.of(box),
      isOnline: () => this.line !== "gone",
      call: async ({ id, method, path, body }) => {
        const request = async () => {
          const session = this.#session;
          if (session === null || this.ownerOf(session.who) !== owner)
            throw new ApiError("session_ended", 401);
          if (this.line !== "there") throw new ApiError("network", 0);
          const headers = { authorization: `Bearer ${session.token}`, "idempotency-key": id };
          return fetch(path, {
            method,
            headers: body === null ? headers : { ...headers, "content-type": "application/json" },
            body: body && JSON.stringify(body),
          });
        };
        let response = await request();
        if (response.status === 401 && this.#session) {
          this.#session.token = await signInAgain(this.#session.who);
          response = await request();
        }
        if (!response.ok) throw await errorOf(response);
        return readBody(response);
      },
    });
  }

  async send(tab: 0 | 1, fetch = serverFetch): Promise<void> {
    if (this.#session === null) return;
    await this.#delivery(tab, this.ownerOf(this.#session.who), fetch);
  }

  async #break(tab: 0 | 1, request: number, end: End): Promise<void> {
    let count = 0;
    let kill = () => {};
    const killed = new Promise<void>((resolve) => {
      kill = resolve;
    });
    const breaking: typeof fetch = async (...sent) => {
      count += 1;
      if (count !== request) return serverFetch(...sent);
      if (end === "killed after" || end === "cut after") await serverFetch(...sent);
      if (end.startsWith("cut")) throw new TypeError("The line broke.");
      kill();
      return new Promise<Response>(() => {});
    };
    await Promise.race([this.send(tab, breaking), killed]);
    this.#reopen(tab);
  }

  async #meanwhile(kind: Kind): Promise<void> {
    let isFirst = true;
    await this.send(0, async (...sent) => {
      if (!isFirst) return serverFetch(...sent);
      isFirst = false;
      await this.#act(1, kind);
      await this.#change({ step: "remove", tab: 1, which: 0 });
      const answer = await serverFetch(...sent);
      await this.#change({ step: "edit", tab: 1, which: 0 });
      return answer;
    });
  }

  async #change({ step, tab, which }: { step: "edit" | "remove" | "again"; tab: 0 | 1; which: number }) {
    if (this.#session === null) return;
    const owner = this.ownerOf(this.#session.who);
    const box = this.#tabs[tab];
    const list = await box.list(owner);
    const entry = list[which % Math.max(1, list.length)];
    const act = this.acts.find(({ id }) => id === entry?.id);
    if (!entry || !act) return;
    if (step === "remove") {
      const isGone = await box.remove(owner, entry.id);
      expect(isGone).toBe(entry.state !== "sending");
      act.isRemoved ||= isGone;
      return;
    }
    if (entry.state === "refused") {
      // What may have arrived would be another act when it is sent again on its member's wish.
      if (step === "again" && !isUncertain(act, list)) await box.again(owner, entry.id);
      return;
    }
    if (step === "edit" && entry.words !== null) {
      const wording = unique(act.kind);
      if (await box.edit(owner, entry.id, wording)) act.wordings.push(wording);
    }
  }

  async #moveOn(): Promise<void> {
    const decided = this.acts.findLast((act) => act.kind === "decide");
    if (!decided) return;
    const token = (await login(writer)).access_token;
    const body = { title: unique("Title"), body: "Other words." };
    await app.call("PATCH", `/content/${decided.item}`, { token, body });
  }

  list = (who: 0 | 1) => this.#tabs[0].list(this.ownerOf(who));
}

async function login({ email }: Member): Promise<{ access_token: string }> {
  const answer = await app.call("POST", "/auth/login", { body: { email, password } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function signInAgain(who: 0 | 1): Promise<string> {
  const { access_token } = await login(people[who]);
  people[who].access_token = access_token;
  return access_token;
}

type Call = Pick<NewEntry, "kind" | "about" | "method" | "path" | "body" | "words">;

function entryOf({ kind, item, wordings, isOn }: Act): Call {
  const [text = ""] = wordings;
  const method = isOn ? "PUT" : "DELETE";
  const comment = { kind: "comment", method: "POST", body: { body: text }, words: "body" } as const;
  switch (kind) {
    case "comment":
      return { ...comment, about: `comments:${item}`, path: `/content/${item}/comments` };
    case "lostComment":
      return { ...comment, about: "comments:999999", path: "/content/999999/comments" };
    case "like":
      return { kind, about: `like:${item}`, method, path: `/content/${item}/like`, body: null };
    case "save":
      return { kind, about: `save:${item}`, method, path: `/content/${item}/save`, body: null };
    case "report":
      return {
        kind,
        about: `report:post:${item}`,
        method: "POST",
        path: `/content/${item}/report`,
        body: { reason: text },
        words: "reason",
      };
    case "decide":
      return {
        kind: "decision",
        about: `decision:${item}`,
        method: "POST",
        path: `/admin/content/${item}/approve`,
        body: { revision: 1, seen: 0 },
      };
  }
}

type Left = Awaited<ReturnType<History["list"]>>;

interface StoredComment {
  id: number;
  user_id: number;
  body: string;
}

/** What the server has, and what has come back, against what was done. */
async function check(history: History, item: number): Promise<void> {
  const admin = await signInAgain(0);
  const answer = await app.call("GET", `/content/${item}/comments?per_page=100`);
  const stored: StoredComment[] = answer.body.toReversed();
  for (const who of [0, 1] as const) {
    const owner = history.ownerOf(who);
    const own = history.acts.filter((act) => act.who === who);
    const left = await history.list(who);
    for (const entry of left) {
      const act = own.find(({ id }) => id === entry.id);
      expect(act, "what is in the outbox is its owner's").toBeDefined();
      expect(entry.owner).toBe(owner);
      expect(entry.state).toBe("refused");
      expect(entry.problem).toMatch(/\w/);
      if (entry.words) expect(entry.body?.[entry.words]).toBe(act?.wordings.at(-1));
    }
    checkComments(
      own,
      left,
      stored.filter(({ user_id }) => user_id === owner),
    );
    await checkChoices(own, left, { item, token: await signInAgain(who) });
    await checkReports(own, left, { item, owner, admin });
  }
  for (const act of history.acts)
    if (act.kind === "decide") await checkDecision(act, await history.list(0), admin);
}

/** Refusals after which the server may have it all the same: they say so. */
const isUncertain = (act: Act, left: Left) => {
  const problem = left.find(({ id }) => id === act.id)?.problem;
  return act.isRemoved || problem === refusals.keyOld || problem === refusals.keyUsed;
};

function checkComments(own: readonly Act[], left: Left, stored: readonly StoredComment[]): void {
  const acts = own.filter(({ kind }) => kind === "comment" || kind === "lostComment");
  const actOf = ({ body }: StoredComment) => acts.findIndex(({ wordings }) => wordings.includes(body));
  const order = stored.map(actOf);
  expect(order, "each stored comment is somebody's act").not.toContain(-1);
  expect(order, "each arrived once, in the order in which it was made").toEqual(
    [...new Set(order)].sort((a, b) => a - b),
  );
  for (const [at, act] of acts.entries()) {
    const arrived = stored.filter((comment) => actOf(comment) === at);
    if (isUncertain(act, left)) continue;
    const isBack = left.some(({ id }) => id === act.id);
    expect(arrived.map(({ body }) => body)).toEqual(isBack ? [] : [act.wordings.at(-1)]);
    if (act.kind === "lostComment")
      expect(left.find(({ id }) => id === act.id)?.problem).toMatch(/not found/i);
  }
}

async function checkChoices(
  own: readonly Act[],
  left: Left,
  { item, token }: { item: number; token: string },
): Promise<void> {
  const lastOf = (kind: Kind) => own.findLast((act) => act.kind === kind && !act.isRemoved);
  const isRemoved = (kind: Kind) => own.some((act) => act.kind === kind && act.isRemoved);
  expect(left.filter(({ kind }) => kind === "like" || kind === "save")).toEqual([]);
  if (!isRemoved("like")) {
    const { body } = await app.call("GET", `/content/${item}`, { token });
    expect(body.liked ?? false).toBe(lastOf("like")?.isOn ?? false);
  }
  if (!isRemoved("save")) {
    const { body } = await app.call("GET", "/saved/ids", { token });
    expect(body.ids.includes(item)).toBe(lastOf("save")?.isOn ?? false);
  }
}

async function checkReports(
  own: readonly Act[],
  left: Left,
  { item, owner, admin }: { item: number; owner: number; admin: string },
): Promise<void> {
  const { body } = await app.call("GET", "/admin/reports?per_page=100", { token: admin });
  const open: { id: number; content: { id: number }; reporter: { id: number }; reason: string }[] =
    body.items;
  const found = open.filter(({ content, reporter }) => content.id === item && reporter.id === owner);
  // The list begins with the oldest: those of earlier histories would fill its first page.
  for (const { id } of found) await app.call("POST", `/admin/reports/${id}/close`, { token: admin });
  const acts = own.filter(({ kind }) => kind === "report");
  if (acts.some((act) => isUncertain(act, left))) return;
  // A second report about the same item replaces the first.
  expect(found.map(({ reason }) => reason)).toEqual(acts.slice(-1).map(({ wordings }) => wordings.at(-1)));
}

async function checkDecision(act: Act, left: Left, token: string): Promise<void> {
  const { body } = await app.call("GET", `/content/${act.item}/reviews`, { token });
  const approvals = body.items.filter(({ decision }: { decision: string }) => decision === "approved");
  const entry = left.find(({ id }) => id === act.id);
  if (isUncertain(act, left)) return expect(approvals.length).toBeLessThanOrEqual(1);
  expect(approvals).toHaveLength(entry ? 0 : 1);
  if (entry) expect(entry.problem).toMatch(/has changed since/);
}

test("whatever is done without a line arrives once, in its order, or comes back with its words", {
  timeout: 60_000 + histories * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const item = await makeItem(app, { authorId: writer.user_id });
      const history = new History(item);
      for (const one of steps) await history.run(one);
      history.line = "there";
      for (const who of [0, 1] as const) {
        history.signIn(who);
        await history.send(who);
      }
      await check(history, item);
    }),
    { numRuns: histories, endOnFailure: histories > 60 },
  );
});
