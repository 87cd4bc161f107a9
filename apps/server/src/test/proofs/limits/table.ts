import { getLiveness } from "@cairn/contract";
import type { InjectOptions } from "fastify";
import { type Limit, limitRules } from "../../../plugins/limits.ts";
import {
  type Answer,
  type CallOptions,
  password,
  registerMember,
  registration,
  type TestApp,
} from "../../app.ts";
import { nameOf } from "../../endpoints.ts";
import { encodeForm } from "../../forms.ts";
import { codeIn, lastMailTo, tokenIn } from "../../mails.ts";
import type { GitHubPeer } from "../../providers/github-peer.ts";

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
const urlOf = (route: string) => (route.split(" ")[1] ?? "").replace(/:\w+/, "987654321");

/** What counts for a member, wherever they are. */
const byMember =
  (route: string, options: () => CallOptions | Promise<CallOptions> = () => ({})) =>
  async ({ app }: Site): Promise<Counted> => {
    const member = await registerMember(app);
    const another = await registerMember(app);
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

/** What counts for an address, whoever calls. */
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

const post =
  (url: string, body: unknown) =>
  ({ app }: Site, from: string) =>
    app.call("POST", url, { body, from });
const form = (fields: Record<string, string>) => () => encodeForm(fields);

const remark = () => ({ body: { body: "Well said." } });
const reason = () => ({ body: { reason: "It says too little." } });
const draft = { title: "A title", body: "Words.", category: "Nowhere" };

/** A code that was mailed to a new member. */
async function mailedCode({ app }: Site): Promise<{ email: string; code: string }> {
  const { email } = await registerMember(app);
  await app.call("POST", "/auth/request-password-reset", { body: { identifier: email }, from: newAddress() });
  return { email, code: codeIn(await lastMailTo(app, email)) };
}

/** Every limiter with every route that it counts. */
export const limited: readonly LimitedRoute[] = [
  {
    limiter: "loginByAccount",
    route: "POST /auth/login",
    async begin({ app }) {
      const [email, another] = [(await registerMember(app)).email, (await registerMember(app)).email];
      const login = (account: string, guess: string) =>
        app.call("POST", "/auth/login", { body: { email: account, password: guess }, from: newAddress() });
      return {
        use: () => login(email, "a wrong guess"),
        another: () => login(another, "a wrong guess"),
        succeed: () => login(email, password),
      };
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
    begin: byMember("POST /auth/request-confirmation"),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/verify-reset-code",
    begin: byAddress(
      post("/auth/verify-reset-code", { email: "nobody@example.test", code: "ABCDEF" }),
      async (site, from) => {
        const code = await mailedCode(site);
        return () => post("/auth/verify-reset-code", code)(site, from);
      },
    ),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/reset-password",
    begin: byAddress(
      post("/auth/reset-password", { code: "ABCDEF", new_password: password, confirm_password: password }),
      async (site, from) => async () => {
        const sent = await mailedCode(site);
        await post("/auth/verify-reset-code", sent)(site, from);
        const change = { code: sent.code, new_password: password, confirm_password: password };
        return post("/auth/reset-password", change)(site, from);
      },
    ),
  },
  {
    limiter: "codeByAddress",
    route: "POST /auth/confirm-email",
    begin: byAddress(post("/auth/confirm-email", { token: "no-token-of-ours" }), async (site, from) => {
      const { email } = await registerMember(site.app);
      const token = tokenIn(await lastMailTo(site.app, email), "/confirm-email");
      return () => post("/auth/confirm-email", { token })(site, from);
    }),
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
  ...["POST /content/:id/comments", "PATCH /comments/:id"].map(
    (route): LimitedRoute => ({ limiter: "commentByUser", route, begin: byMember(route, remark) }),
  ),
  { limiter: "commentByUser", route: "DELETE /comments/:id", begin: byMember("DELETE /comments/:id") },
  ...["PUT /content/:id/like", "DELETE /content/:id/like"].map(
    (route): LimitedRoute => ({ limiter: "likeByUser", route, begin: byMember(route) }),
  ),
  {
    limiter: "uploadByUser",
    route: "POST /content",
    begin: byMember("POST /content", () => ({ body: draft })),
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
  { limiter: "changeByUser", route: "DELETE /content/:id", begin: byMember("DELETE /content/:id") },
  {
    limiter: "changeByUser",
    route: "POST /content/:id/report",
    begin: byMember("POST /content/:id/report", reason),
  },
  {
    limiter: "changeByUser",
    route: "POST /profiles/me/deletion-request",
    begin: byMember("POST /profiles/me/deletion-request", reason),
  },
  ...[
    "GET /health/live",
    "GET /health/ready",
    "GET /categories",
    "GET /categories/:id",
    "GET /content",
    "GET /content/:id",
    "GET /content/:id/canonical",
    "GET /content/:id/comments",
    "GET /content/:id/reviews",
    "GET /content/search",
    "GET /feeds/articles",
    "GET /feeds/articles/:id",
    "GET /feeds/videos",
    "GET /ledger",
  ].map((route): LimitedRoute => ({ limiter: "readByAddress", route, begin: readTooMuch(route) })),
];

/** Calls that change something and are not counted. */
export const uncounted: Readonly<Record<string, string>> = {
  "DELETE /auth/logout": "nobody should be kept from ending a session",
  "DELETE /auth/sessions/:id": "nobody should be kept from ending a session",
  "POST /notifications/:id/read": "one row at most, of one's own",
  "POST /notifications/read-all": "one row at most, of one's own",
};
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
    if (route === nameOf(getLiveness)) return { use: () => read(fresh), another };
    const spent = exhausted.get(app) ?? spend(app, fresh);
    exhausted.set(app, spent);
    const from = await spent;
    return { use: () => read(from), another, used: "all" };
  };
}

async function spend(app: TestApp, from: string): Promise<string> {
  const { points } = limitRules.readByAddress;
  const reads = Array.from({ length: points }, () => app.call("GET", getLiveness.path, { from }));
  await Promise.all(reads);
  return from;
}
