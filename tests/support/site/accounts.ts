import { type Role, storageKeys } from "@cairn/contract";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { newAccount } from "../call.ts";

export interface Account {
  email: string;
  password: string;
}

const demoPassword = "cairn-demo-1";

/** The accounts of the demo data. */
export const demo = {
  member: { email: "member@cairn.test", password: demoPassword },
  writer: { email: "writer@cairn.test", password: demoPassword },
  admin: { email: "admin@cairn.test", password: demoPassword },
  newAdmin: { email: "new-admin@cairn.test", password: demoPassword },
} satisfies Record<string, Account>;

export async function register(request: APIRequestContext, role: Role) {
  const account = newAccount(role);
  const answer = await request.post("/api/auth/register", { data: account });
  expect(answer.status(), await answer.text()).toBe(201);
  return account;
}

/** Signs in for calls of the test itself: the header that they carry. */
export async function bearerOf(request: APIRequestContext, { email, password }: Account) {
  const answer = await request.post("/api/auth/login", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return { authorization: `Bearer ${(await answer.json()).access_token}` };
}

/** Signs in without the login screen, for journeys that start later. Leaves the page on an empty page. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { access_token, refresh_token, role, user_id } = await answer.json();
  const session: [string, string][] = [
    [storageKeys.accessToken, access_token],
    [storageKeys.refreshToken, refresh_token],
    [storageKeys.userRole, role],
    [storageKeys.userId, String(user_id)],
  ];
  // Storage belongs to an origin: an empty page of the site's own, with an icon so that none is asked for.
  await page.route("**/empty", (route) =>
    route.fulfill({ contentType: "text/html", body: `<link rel="icon" href="data:,">` }),
  );
  await page.goto("/empty");
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, session);
}
