import { createECDH, randomUUID } from "node:crypto";
import { listCategories } from "@cairn/contract";
import type { InjectOptions } from "fastify";
import { newProgramToken } from "../../../apps/server/src/modules/auth/program-tokens.ts";
import { type Limit, limitRules } from "../../../apps/server/src/rate-limits/rate-limits.ts";
import {
  type Answer,
  type CallOptions,
  password,
  registerMember,
  registration,
  signUp,
  type TestApp,
  verifiedAdmin,
} from "../../support/server/app.ts";
import { endpoints, nameOf } from "../../support/server/endpoints.ts";
import { encodeForm } from "../../support/server/forms.ts";
import { codeIn, lastMailTo, tokenIn } from "../../support/server/mails.ts";
import type { GitHubPeer } from "../../support/server/providers/github-peer.ts";

export interface Site {
  readonly app: TestApp;
  readonly gitHub: GitHubPeer;
}

type Ask = () => Promise<Answer>;

/** A call by somebody who has not been counted yet. */
export interface Counted {
  /** Uses one try. */
  readonly use: Ask;
  /** Somebody whom these tries are not. */
  readonly another: Ask;
  /** The call as it should be: uses none. */
  readonly succeed?: Ask;
  /** Every try is used already, and stays so. */
  readonly used?: "all";
  /** So much time has passed that a new access token is due. */
  readonly renew?: () => Promise<void>;
}

export interface LimitedRoute {
  readonly limiter: Limit;
  readonly route: string;
  readonly begin: (site: Site) => Promise<Counted>;
  /** A page load: the browser ends at a screen that says so. */
  readonly isPage?: true;
}

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
const newEmail = () => String(registration().email);
const methodOf = (route: string) => route.split(" ")[0] as InjectOptions["method"];
/** Of what is not there: what fails counts as well. */
const urlOf = (route: string) =>
  (route.split(" ")[1] ?? "").replace(":kind", "author").replaceAll(/:\w+/g, "987654321");

const bodyOfReading = (route: string) => (route.endsWith("position") ? { position: 0.5 } : { on: true });

/** What counts for a member, wherever they are. */
const byMember =
  (route: string, options: () => CallOptions | Promise<CallOptions> = () => ({}), come = registerMember) =>
  async ({ app }: Site): Promise<Counted> => {
    const member = await come(app);
    const another = await come(app);
    let token = member.access_token;
    const ask = async (by: string) =>
      app.call(methodOf(route), urlOf(route), { ...(await options()), token: by, from: newAddress() });
    return {
      use: () => ask(token),
      another: () => ask(another.access_token),
      async renew() {
        token = (await app.call("POST", "/auth/refresh", { token: member.refresh_token })).body.access_token;
      },
    };
  };

/** What counts for an address, for all callers. */
const byAddress =
  (
    ask: (site: Site, from: string) => Promise<Answer>,
    succeed?: (site: Site, from: string) => Promise<Ask>,
  ) =>
  async (site: Site): Promise<Counted> => {
    const [from, another] = [newAddress(), newAddress()];
    return {
      use: () => ask(site, from),
      another: () => ask(site, another),
      ...(succeed && { succeed: await succeed(site, from) }),
    };
  };

/** One after the other: what is under way counts as failed, or refused, until it has succeeded. */
const inTurn =
  (begin: LimitedRoute["begin"]) =>
  async (site: Site): Promise<Counted> => {
    const counted = await begin(site);
    let last: Promise<unknown> = Promise.resolve();
    const use = () => {
      const next = last.then(counted.use);
      last = next;
      return next;
    };
    return { ...counted, use };
  };

const post =
  (url: string, body: unknown) =>
  ({ app }: Site, from: string) =>
    app.call("POST", url, { body, from });
const form = (fields: Record<string, string>) => () => encodeForm(fields);

const remark = () => ({ body: { body: "Well said." } });
const reason = () => ({ body: { reason: "It says too little." } });
const draft = { title: "A title", body: "Words.", category: "Nowhere" };

/** A code that was mailed to a new member, and the mark of the browser that asked for it elsewhere. */
async function mailedCode({ app }: Site) {
  const { email } = await registerMember(app);
  const asked = await app.call("POST", "/auth/request-password-reset", {
    body: { identifier: email },
    from: newAddress(),
  });
  const cookie = String(asked.headers["set-cookie"]).split(";")[0] ?? "";
  return { sent: { email, code: codeIn(await lastMailTo(app, email)) }, cookie };
}

async function verify(site: Site, from: string, { sent, cookie }: Awaited<ReturnType<typeof mailedCode>>) {
  return site.app.call("POST", "/auth/verify-reset-code", { body: sent, from, headers: { cookie } });
}

/** Every limiter with every route that it counts. */
export const limited: readonly LimitedRoute[] = [
  {
    limiter: "loginByPlace",
    route: "POST /auth/login",
    async begin({ app }) {
      const { email } = await registerMember(app);
      const login = (from: string, guess: string) =>
        app.call("POST", "/auth/login", { body: { email, password: guess }, from });
      const [from, another] = [newAddress(), newAddress()];
      return {
        use: () => login(from, "a wrong guess"),
        another: () => login(another, "a wrong guess"),
        succeed: () => login(from, password),
      };
    },
  },
  {
    limiter: "loginByAccount",
    route: "POST /auth/login",
    async begin({ app }) {
      const [email, another] = [(await registerMember(app)).email, (await registerMember(app)).email];
      const guess = (account: string) =>
        app.call("POST", "/auth/login", {
          body: { email: account, password: "a wrong guess" },
          from: newAddress(),
        });
      return { use: () => guess(email), another: () => guess(another) };
    },
  },
  {
    limiter: "loginByAddress",
    route: "POST /auth/login",
    begin: byAddress(
      (site, from) => post("/auth/login", { email: newEmail(), password })(site, from),
      async (site, from) => {
        const { email } = await registerMember(site.app);
        return () => post("/auth/login", { email, password })(site, from);
      },
    ),
  },
  {
    limiter: "registerByAddress",
    route: "POST /auth/register",
    async begin(site) {
      const { email } = await registerMember(site.app);
      const taken = registration({ email });
      return byAddress(
        post("/auth/register", taken),
        async (_site, from) => () => post("/auth/register", registration())(site, from),
      )(site);
    },
  },
  {
    limiter: "registrationByAddress",
    route: "POST /auth/register",
    begin: inTurn(byAddress((site, from) => post("/auth/register", registration())(site, from))),
  },
  {
    limiter: "providerStartByAddress",
    route: "GET /auth/login/:provider",
    isPage: true,
    begin: byAddress(({ app }, from) => app.call("GET", "/auth/login/github", { from }), cameBack),
  },
  {
    limiter: "providerReturnByAddress",
    route: "GET /auth/login/:provider/return",
    isPage: true,
    begin: byAddress(
      ({ app }, from) => app.call("GET", "/auth/login/github/return?code=a&state=b", { from }),
      cameBack,
    ),
  },
  {
    limiter: "resetByPlace",
    route: "POST /auth/request-password-reset",
    async begin(site) {
      const [identifier, from, another] = [newEmail(), newAddress(), newAddress()];
      const request = (by: string) => post("/auth/request-password-reset", { identifier })(site, by);
      return { use: () => request(from), another: () => request(another) };
    },
  },
  {
    limiter: "resetByAccount",
    route: "POST /auth/request-password-reset",
    async begin(site) {
      const [identifier, another] = [newEmail(), newEmail()];
      const request = (email: string) =>
        post("/auth/request-password-reset", { identifier: email })(site, newAddress());
      return { use: () => request(identifier), another: () => request(another) };
    },
  },
  {
    limiter: "resetByAddress",
    route: "POST /auth/request-password-reset",
    begin: byAddress((site, from) =>
      post("/auth/request-password-reset", { identifier: newEmail() })(site, from),
    ),
  },
  {
    limiter: "confirmationByUser",
    route: "POST /auth/request-confirmation",
    begin: byMember("POST /auth/request-confirmation", () => ({}), signUp),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/verify-reset-code",
    begin: byAddress(
      post("/auth/verify-reset-code", { email: "nobody@example.test", code: "ABCDEF" }),
      async (site, from) => {
        const mailed = await mailedCode(site);
        return () => verify(site, from, mailed);
      },
    ),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/reset-password",
    begin: byAddress(
      post("/auth/reset-password", { code: "ABCDEF", new_password: password, confirm_password: password }),
      async (site, from) => async () => {
        const mailed = await mailedCode(site);
        await verify(site, from, mailed);
        const change = { code: mailed.sent.code, new_password: password, confirm_password: password };
        return post("/auth/reset-password", change)(site, from);
      },
    ),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/check-confirmation",
    begin: byAddress(post("/auth/check-confirmation", { token: "no-token-of-ours" }), async (site, from) => {
      const { email } = await signUp(site.app);
      const token = tokenIn(await lastMailTo(site.app, email), "/confirm-email");
      return () => post("/auth/check-confirmation", { token })(site, from);
    }),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/confirm-email",
    begin: byAddress(
      post("/auth/confirm-email", { token: "no-token-of-ours" }),
      async (site, from) => async () => {
        const { email } = await signUp(site.app);
        const token = tokenIn(await lastMailTo(site.app, email), "/confirm-email");
        return post("/auth/confirm-email", { token })(site, from);
      },
    ),
  },
  {
    limiter: "refreshBySession",
    route: "POST /auth/refresh",
    async begin({ app }) {
      const [one, other] = [await registerMember(app), await registerMember(app)];
      const refresh = (token: string) => app.call("POST", "/auth/refresh", { token, from: newAddress() });
      return { use: () => refresh(one.refresh_token), another: () => refresh(other.refresh_token) };
    },
  },
  ...["POST /auth/refresh", "DELETE /auth/logout"].map(
    (route): LimitedRoute => ({
      limiter: "refreshByAddress",
      route,
      begin: byAddress(({ app }, from) =>
        app.call(methodOf(route), urlOf(route), { token: randomUUID(), from }),
      ),
    }),
  ),
  {
    limiter: "tokenByAddress",
    route: "GET /auth/me",
    begin: byAddress(({ app }, from) => app.call("GET", "/auth/me", { token: newProgramToken(), from })),
  },
  ...["POST /content/:id/comments", "PATCH /comments/:id"].map(
    (route): LimitedRoute => ({ limiter: "commentByUser", route, begin: byMember(route, remark) }),
  ),
  { limiter: "commentByUser", route: "DELETE /comments/:id", begin: byMember("DELETE /comments/:id") },
  {
    limiter: "mentionByUser",
    route: "POST /content/:id/comments",
    async begin(site) {
      const { name } = await registerMember(site.app);
      return byMember("POST /content/:id/comments", () => ({ body: { body: `Ask @${name}` } }))(site);
    },
  },
  ...["PUT /content/:id/like", "DELETE /content/:id/like"].map(
    (route): LimitedRoute => ({ limiter: "likeByUser", route, begin: byMember(route) }),
  ),
  ...[
    "PUT /content/:id/save",
    "DELETE /content/:id/save",
    "PUT /follows/:kind/:id",
    "DELETE /follows/:kind/:id",
    "DELETE /history",
    "DELETE /history/:id",
    "PUT /history",
    "PUT /content/:id/position",
  ].map(
    (route): LimitedRoute => ({
      limiter: "readingByUser",
      route,
      begin: byMember(route, () =>
        route.startsWith("DELETE") || route.endsWith("save") || route.endsWith(":id")
          ? {}
          : { body: bodyOfReading(route) },
      ),
    }),
  ),
  {
    limiter: "previewByUser",
    route: "POST /content/preview",
    begin: byMember("POST /content/preview", () => ({ body: { body: "Some words." } })),
  },
  {
    limiter: "uploadByUser",
    route: "POST /content",
    begin: byMember("POST /content", () => ({ body: draft })),
  },
  {
    limiter: "uploadByUser",
    route: "POST /uploads",
    begin: byMember("POST /uploads", () => ({ headers: { "tus-resumable": "1.0.0", "upload-length": "8" } })),
  },
  {
    limiter: "pictureByUser",
    route: "POST /pictures",
    begin: byMember("POST /pictures", form({ alt: "A cairn" })),
  },
  {
    limiter: "pictureByUser",
    route: "POST /captions",
    begin: byMember("POST /captions", form({ language: "en" })),
  },
  { limiter: "uploadByUser", route: "POST /content, a form", begin: byMember("POST /content", form(draft)) },
  {
    limiter: "uploadByUser",
    route: "PATCH /content/:id, a form",
    begin: byMember("PATCH /content/:id", form({ title: " " })),
  },
  {
    limiter: "uploadByUser",
    route: "PATCH /profiles/me, a form",
    begin: byMember("PATCH /profiles/me", form({ name: " " })),
  },
  {
    limiter: "changeByUser",
    route: "PATCH /content/:id",
    begin: byMember("PATCH /content/:id", () => ({ body: { title: "Another title" } })),
  },
  {
    limiter: "changeByUser",
    route: "PATCH /profiles/me",
    begin: byMember("PATCH /profiles/me", () => ({ body: { bio: "About me." } })),
  },
  {
    limiter: "changeByUser",
    route: "PUT /profiles/me/notices",
    begin: byMember("PUT /profiles/me/notices", () => ({ body: { items: [] } })),
  },
  {
    limiter: "changeByUser",
    route: "POST /profiles/me/tokens",
    begin: byMember("POST /profiles/me/tokens", () => ({ body: { name: "A program", scopes: ["read"] } })),
  },
  {
    limiter: "changeByUser",
    route: "DELETE /profiles/me/tokens/:id",
    begin: byMember("DELETE /profiles/me/tokens/:id"),
  },
  {
    limiter: "changeByUser",
    route: "POST /push/subscriptions",
    begin: byMember("POST /push/subscriptions", () => ({
      body: {
        endpoint: "https://push.example/1",
        keys: {
          p256dh: createECDH("prime256v1").generateKeys("base64url"),
          auth: "c2l4dGVlbiBieXRlcy4uLg",
        },
      },
    })),
  },
  {
    limiter: "changeByUser",
    route: "DELETE /push/subscriptions",
    begin: byMember("DELETE /push/subscriptions", () => ({ body: { endpoint: "https://push.example/1" } })),
  },
  {
    limiter: "changeByUser",
    route: "PUT /content/:id/answer",
    begin: byMember("PUT /content/:id/answer", () => ({ body: { revision: 1, answer: "It is right." } })),
  },
  {
    limiter: "changeByUser",
    route: "POST /content/:id/still-true",
    begin: byMember("POST /content/:id/still-true", () => ({ body: { revision: 1 } })),
  },
  {
    limiter: "changeByUser",
    route: "POST /content/:id/supersede",
    begin: byMember("POST /content/:id/supersede", () => ({ body: { by: 1 } })),
  },
  {
    limiter: "uploadByUser",
    route: "POST /content/import",
    begin: byMember("POST /content/import", () => ({ body: {} })),
  },
  {
    limiter: "changeByUser",
    route: "POST /series",
    begin: byMember("POST /series", () => ({ body: { title: "From zero to deploy" } })),
  },
  {
    limiter: "changeByUser",
    route: "PATCH /series/:id",
    begin: byMember("PATCH /series/:id", () => ({ body: { title: "From zero to deploy" } })),
  },
  { limiter: "changeByUser", route: "DELETE /series/:id", begin: byMember("DELETE /series/:id") },
  { limiter: "changeByUser", route: "DELETE /content/:id", begin: byMember("DELETE /content/:id") },
  {
    limiter: "changeByUser",
    route: "POST /content/:id/report",
    begin: byMember("POST /content/:id/report", reason),
  },
  {
    limiter: "changeByUser",
    route: "POST /comments/:id/report",
    begin: byMember("POST /comments/:id/report", reason),
  },
  {
    limiter: "changeByUser",
    route: "POST /profiles/me/deletion-request",
    begin: byMember("POST /profiles/me/deletion-request", reason),
  },
  {
    limiter: "changeByUser",
    route: "DELETE /profiles/me/deletion-request",
    begin: byMember("DELETE /profiles/me/deletion-request"),
  },
  {
    limiter: "callByAddress",
    route: "POST /notices/unsubscribe",
    begin: inTurn(
      byAddress(({ app }, from) => app.call("POST", "/notices/unsubscribe?token=nobody", { from })),
    ),
  },
  {
    limiter: "callByUser",
    route: "POST /notifications/:id/read",
    begin: inTurn(byMember("POST /notifications/:id/read")),
  },
  {
    limiter: "missByAddress",
    route: "GET /media/:key",
    begin: byAddress(({ app }, from) => app.call("GET", "/media/nothing.png", { from })),
  },
  {
    limiter: "healthByAddress",
    route: "GET /health/live",
    begin: byAddress(({ app }, from) => app.call("GET", "/health/live", { from })),
  },
  {
    limiter: "refusedByAddress",
    route: "POST /auth/login, without a password",
    begin: byAddress(post("/auth/login", { email: "member@school.example" }), async (site, from) => {
      const { email } = await registerMember(site.app);
      return () => post("/auth/login", { email, password })(site, from);
    }),
  },
  {
    limiter: "refusedByUser",
    route: "POST /content, without a text",
    begin: byMember("POST /content", () => ({ body: { title: "A title" } })),
  },
  ...[
    // First: it lets time pass, after which nobody has spent anything.
    "GET /categories",
    "GET /auth/providers",
    "GET /authors",
    "GET /authors/:id",
    "GET /categories/:id",
    "GET /content",
    "GET /content/:id",
    "GET /content/:id/canonical",
    "GET /content/:id/proof",
    "GET /content/:id/comments",
    "GET /content/:id/comments/:comment",
    "GET /content/:id/checks",
    "GET /content/:id/transcript",
    "GET /content/:id/reviews",
    "GET /content/:id/related",
    "GET /series",
    "GET /series/:id",
    "GET /content/:id/links",
    "GET /content/search",
    "GET /content/discussed",
    "GET /feeds/articles",
    "GET /feeds/articles/:id",
    "GET /feeds/videos",
    "GET /labels",
    "GET /ledger",
    "GET /log",
    "GET /site",
    "GET /site/pages",
    "GET /site/pages/:slug",
  ].map((route): LimitedRoute => ({ limiter: "readByAddress", route, begin: readTooMuch(route) })),
  ...endpoints
    .filter(({ method, access, uncounted }) => method === "GET" && access !== "refreshToken" && !uncounted)
    .map(nameOf)
    .map((route): LimitedRoute => ({ limiter: "readByUser", route, begin: readTooMuchAsMember(route) })),
];

/** Calls that change something and have no limit but that of all calls. */
export const uncounted: Readonly<Record<string, string>> = {
  "POST /profiles/me/export": "the database counts it: one request a day",
  "PATCH /uploads/:id":
    "a file of 2 GB has 256 pieces; bytes are bounded by the quotas, pieces by their number",
  "DELETE /uploads/:id": "it makes room, and ten are there at most",
  "DELETE /auth/sessions/:id": "nobody should be kept from ending a session",
  "POST /notifications/read-all": "one row at most, of one's own",
};
/**
 * Thirty thousand requests and a thousand posts are many: `call-limits.test.ts` and `moving.routes.test.ts` show what
 * takes their tries.
 */
export const manyTries: readonly Limit[] = ["fileByAddress", "socketByAddress", "importByUser"];
/** What sockets take: `realtime/message-limits.test.ts`. */
export const ofSockets: readonly Limit[] = ["connectByUser", "messageBySocket", "watchByUser"];
/** Verified Admins are few, and answer for what they do by name. */
export const isOfAdmins = (route: string): boolean => route.includes(" /admin/");

/** A sign-in by a provider from its beginning to its end. */
async function cameBack({ app, gitHub }: Site, from: string): Promise<Ask> {
  const email = newEmail();
  gitHub.person = {
    id: addresses,
    login: "octo",
    name: null,
    emails: [{ email, primary: true, verified: true }],
  };
  return async () => {
    const begun = await app.call("GET", "/auth/login/github", { from });
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    if (!String(begun.headers.location).startsWith("http")) return begun;
    const page = await fetch(String(begun.headers.location), { redirect: "manual" });
    const returned = new URL(page.headers.get("location") ?? "");
    return app.call("GET", `${returned.pathname}${returned.search}`, { from, headers: { cookie } });
  };
}

const exhausted = new WeakMap<TestApp, Promise<string>>();

/** Three thousand reads are many: the other calls meet one address that has made them, and leave it so. */
function readTooMuch(route: string) {
  return async ({ app }: Site): Promise<Counted> => {
    const read = (by: string) => app.call("GET", urlOf(route), { from: by });
    const another = () => read(newAddress());
    const fresh = newAddress();
    if (route === nameOf(listCategories)) return { use: () => read(fresh), another };
    const spent = exhausted.get(app) ?? spend(app, fresh);
    exhausted.set(app, spent);
    const from = await spent;
    return { use: () => read(from), another, used: "all" };
  };
}

const exhaustedMembers = new WeakMap<TestApp, Promise<Reader>>();

interface Reader {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The same for a verified admin, who may make every call. */
function readTooMuchAsMember(route: string) {
  return async ({ app }: Site): Promise<Counted> => {
    const newReader = async (): Promise<Reader> => {
      const reader = await verifiedAdmin(app);
      return reader;
    };
    const read = (by: Reader) => app.call("GET", urlOf(route), { token: by.access_token });
    const fresh = await newReader();
    const another = () => read(fresh);
    const spent = exhaustedMembers.get(app) ?? newReader().then((reader) => spendAll(app, reader));
    exhaustedMembers.set(app, spent);
    const reader = await spent;
    return { use: () => read(reader), another, used: "all" };
  };
}

/** In portions: thirty thousand calls at once would be more than a test's memory. */
async function spendAll(app: TestApp, reader: Reader): Promise<Reader> {
  const portion = 500;
  for (let count = 0; count < limitRules.readByUser.points; count += portion) {
    const headers = { authorization: `Bearer ${reader.access_token}` };
    const reads = Array.from({ length: portion }, () =>
      app.http.inject({ url: listCategories.path, headers }).then(({ statusCode }) => statusCode),
    );
    const refused = (await Promise.all(reads)).filter((status) => status !== 200);
    if (refused.length > 0) throw new Error(`${refused.length} reads were refused after ${count}`);
  }
  return reader;
}

async function spend(app: TestApp, from: string): Promise<string> {
  const { points } = limitRules.readByAddress;
  const reads = Array.from({ length: points }, () => app.call("GET", listCategories.path, { from }));
  await Promise.all(reads);
  return from;
}
