import type { Answer, TestApp } from "../app.ts";

/** A browser's way through a sign-in by a provider: its cookies, the pages it is sent to. */
export interface Browser {
  /** What it sends to Cairn. */
  cookie: string | undefined;
}

export const newBrowser = (): Browser => ({ cookie: undefined });

const cookieHeader = ({ cookie }: Browser) => (cookie ? { cookie } : undefined);

/** Presses the button; answers the provider's page. */
export async function begin(app: TestApp, provider: string, browser: Browser): Promise<URL> {
  const answer = await app.call("GET", `/auth/login/${provider}`, { headers: cookieHeader(browser) ?? {} });
  const set = answer.headers["set-cookie"];
  if (typeof set === "string") browser.cookie = set.split(";")[0];
  return new URL(String(answer.headers.location), "http://localhost:5000");
}

/** Follows the provider's pages until they lead back to Cairn. `as`: who signs in; null: somebody who says no. */
export async function passProvider(page: URL, as: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = page;
  for (let step = 0; step < 10; step += 1) {
    if (next.pathname.startsWith("/interaction/") && as !== null) next.searchParams.set("as", as);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location) throw new Error(`${next.pathname} answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
    if (next.pathname.endsWith("/return")) return next;
  }
  throw new Error("the provider leads nowhere");
}

/** Comes back to Cairn with what the provider said. */
export const comeBack = (app: TestApp, returned: URL, browser: Browser): Promise<Answer> =>
  app.call("GET", `${returned.pathname}${returned.search}`, {
    headers: { "user-agent": "Browser of the tests", ...cookieHeader(browser) },
  });

/** What the callback screen is told. */
export function outcomeOf({ status, headers }: Answer): Record<string, string> {
  const location = new URL(String(headers.location), "http://site.test");
  const where = { status, host: location.host, path: location.pathname };
  const expected = { status: 302, host: "site.test", path: "/auth/callback" };
  if (JSON.stringify(where) !== JSON.stringify(expected))
    throw new Error(`the browser is sent elsewhere: ${JSON.stringify(where)}`);
  return Object.fromEntries(location.searchParams);
}

/** The whole way, and what comes of it. */
export async function signIn(app: TestApp, provider: string, as: string | null, browser = newBrowser()) {
  const returned = await passProvider(await begin(app, provider, browser), as);
  return outcomeOf(await comeBack(app, returned, browser));
}
