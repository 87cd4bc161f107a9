import { expect, test } from "@playwright/test";
import { call } from "../support/call.ts";
import { ask } from "../support/scale/databases.ts";
import { glewlwyd, openSchool } from "../support/scale/glewlwyd.ts";
import { joinAsAdmin } from "../support/scale/members.ts";
import { instanceAt, openSite } from "../support/scale/site.ts";
import { runCommand } from "../support/site/commands.ts";
import { testLogKey } from "../support/site/server.ts";

const teacher = {
  username: "amina",
  password: "a password at school",
  name: "Amina Otieno",
  email: "amina@school.example",
  groups: ["staff", "teachers"],
};

/** Follows the addresses of a sign-in, as a browser with both sites' cookies does. */
async function signIn(siteUrl: string, atSchool: string): Promise<{ token: string; refreshToken: string }> {
  const begun = await fetch(`${siteUrl}/auth/login/school`, { redirect: "manual" });
  const mark = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  // Its page for logging in adds that once somebody has.
  const asked = await fetch(`${begun.headers.get("location")}&g_continue`, {
    redirect: "manual",
    headers: { cookie: atSchool },
  });
  const back = asked.headers.get("location") ?? "";
  expect(back, await asked.text()).toContain(`${siteUrl}/auth/login/school/return?`);
  const returned = await fetch(back, { redirect: "manual", headers: { cookie: mark } });
  const { searchParams: given } = new URL(returned.headers.get("location") ?? "", siteUrl);
  expect(given.get("error")).toBeNull();
  return { token: given.get("access_token") ?? "", refreshToken: given.get("refresh_token") ?? "" };
}

test("a school's people sign in by the provider that Debian ships, have the roles of their groups there, and are signed out at both", async () => {
  test.skip(
    glewlwyd === null,
    "there is no Glewlwyd on this machine (Debian: apt-get install glewlwyd sqlite3)",
  );
  const school = await openSchool();
  const site = await openSite({ count: 1, settings: { RATE_LIMITS: "off", ...school.settings } });
  const { url } = instanceAt(site.instances, 0);
  await school.open(url, teacher);
  const checked = await runCommand("admin", site.dataDir, ["sign-in", "check", "SCHOOL"], {
    ...school.settings,
    DATABASE_URL: site.databaseUrl,
    AUTH_SECRET: "a secret that this command needs for nothing",
    LOG_KEY: testLogKey,
    PUBLIC_URL: url,
  });
  expect(checked, checked.output).toMatchObject({ status: 0 });

  const { token: admin } = await joinAsAdmin(url, site.databaseUrl);
  const groups = [{ provider: "school", group: "teachers", role: "TechWriter" }];
  const set = await call(url, "PATCH", "/admin/settings", { token: admin, body: { groups } });
  expect(set.status, JSON.stringify(set.body)).toBe(200);

  const atSchool = await school.logIn(teacher);
  const session = await signIn(url, atSchool);
  const me = await call(url, "GET", "/auth/me", { token: session.token });
  expect(me.body).toMatchObject({ name: teacher.name, email: teacher.email, role: "TechWriter" });

  // A renewal more than a minute after the last question asks the provider again.
  await school.changeGroups(teacher.username, ["staff"]);
  await ask(site.databaseUrl, "update provider_sessions set checked_at = checked_at - interval '2 minutes'");
  const renewed = await call(url, "POST", "/auth/refresh", { token: session.refreshToken });
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
  await expect
    .poll(async () => (await call(url, "GET", "/auth/me", { token: renewed.body.access_token })).status)
    .toBe(401);
  const again = await signIn(url, atSchool);
  const now = await call(url, "GET", "/auth/me", { token: again.token });
  expect(now.body).toMatchObject({ id: me.body.id, role: "User" });

  const ended = await call(url, "DELETE", "/auth/logout", { token: again.refreshToken });
  expect(ended.body.sign_out_url, JSON.stringify(ended.body)).toContain(school.issuer);
  await site.close();
  await school.close();
});
