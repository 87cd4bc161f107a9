import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { call } from "../support/call.ts";
import { joinAround } from "../support/scale/members.ts";
import { nginx, openProxy } from "../support/scale/proxy.ts";
import { line } from "../support/scale/report.ts";
import { openSite } from "../support/scale/site.ts";

test("a second after a site is closed to visitors neither instance nor a cache before them shows what is on it", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  const site = await openSite({ settings: { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" } });
  const proxy = await openProxy(site.instances, { isCache: true });
  const { itemId, admin } = await joinAround(proxy.url, site.databaseUrl);
  const { title, author_id: author } = await (await fetch(`${proxy.url}/api/content/${itemId}`)).json();

  const paths = [
    `/posts/${itemId}`,
    `/authors/${author}`,
    "/",
    "/posts",
    "/feed.xml",
    `/api/content/${itemId}`,
    "/api/content/search",
  ];
  const doors = [proxy.url, ...site.instances.map(({ url }) => url)];
  const read = async (door: string, path: string) => {
    const answer = await fetch(door + path, {
      redirect: "manual",
      headers: { accept: "text/html,*/*;q=0.8" },
    });
    return { status: answer.status, kept: answer.headers.get("x-cache"), text: await answer.text() };
  };
  const kept: (string | null)[] = [];
  for (const door of doors) {
    for (const path of [...paths, ...paths]) {
      const answer = await read(door, path);
      kept.push(answer.kept);
      expect(answer.text, path).toContain(title);
    }
  }
  const script = /\/assets\/[^"]+\.js/.exec((await read(proxy.url, "/posts")).text)?.[0] ?? "";
  await read(proxy.url, script);
  expect((await read(proxy.url, script)).kept, "the proxy keeps what it may").toBe("HIT");
  expect(kept, "and nothing that somebody wrote").not.toContain("HIT");

  const { token } = admin;
  const changed = await call(proxy.url, "PATCH", "/admin/settings", { token, body: { audience: "members" } });
  expect(changed.status).toBe(200);
  // What is promised.
  await sleep(1_000);
  for (const door of doors) {
    for (const path of paths) {
      const { status, text } = await read(door, path);
      expect(text, path).not.toContain(title);
      expect([200, 302, 401], path).toContain(status);
    }
  }
  line(`${paths.length} addresses of a site that was closed, at ${doors.length} doors: none shown after 1 s`);
  await proxy.close();
  await site.close();
});
