import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { call } from "../support/call.ts";
import { demo, signIn } from "../support/site/accounts.ts";
import { statusesOfCode } from "../support/site/code.ts";
import { newDataDir, startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

test("a reader sees who checked which revision of an item, and when", async ({ page }) => {
  await page.goto("/posts/1");
  const panel = page
    .getByRole("complementary", { name: /Verif/ })
    .or(page.getByRole("region", { name: /Verif/ }))
    .first();
  await expect(panel).toContainText("This is the revision you are reading.");
  await expect(panel).toContainText("Grace Wanjiku");
  await expect(panel).toContainText("4 of 4");
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeVisible();
});

test("an unapproved item is visible only to its author", async ({ page, problems }) => {
  const mine = await page.request.post("/api/auth/login", { data: demo.writer });
  const { access_token, user_id } = await mine.json();
  const own = await page.request.get(`/api/content?user_id=${user_id}&per_page=100`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const pending = (await own.json()).find((item: { status: string }) => item.status === "Pending");

  problems.expectRefusal(404, `/posts/${pending.id}`);
  await page.goto(`/posts/${pending.id}`);
  await expect(page.getByText("Content not found").first()).toBeVisible();

  await signIn(page, demo.writer);
  await page.goto(`/posts/${pending.id}`);
  await expect(page.getByRole("heading", { level: 1, name: pending.title })).toBeVisible();
  await expect(page.getByText("Pending").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("This is the revision you are reading.")).toHaveCount(0);
});

/** Approves the demo's waiting post, whose row has a time and a salt of its own, and waits until the log is signed. */
async function approveWaiting(url: string): Promise<void> {
  const { body: writer } = await call(url, "POST", "/auth/login", { body: demo.writer });
  const own = await call(url, "GET", `/content?user_id=${writer.user_id}&per_page=100`, {
    token: writer.access_token,
  });
  const { id, revision } = own.body.find(({ status }: { status: string }) => status === "Pending");
  const { body: admin } = await call(url, "POST", "/auth/login", { body: demo.admin });
  const token = admin.access_token;
  const approval = await call(url, "POST", `/admin/content/${id}/approve`, { token, body: { revision } });
  expect(approval.status, JSON.stringify(approval.body)).toBe(200);
  // The proof waits for the signature.
  expect((await call(url, "GET", `/content/${id}/proof`)).status).toBe(200);
}

test("a reader checks an approval on their own device, which notices a second history of the log", async ({
  page,
}) => {
  // Two copies of one site: each continues the same log, by the same key, with a row of its own.
  const [dataDir, otherDir] = [await newDataDir(), await newDataDir()];
  const honest = await startServer({ dataDir });
  await approveWaiting(honest.url);
  const address = `${honest.url}/posts/1`;
  const panel = page.getByRole("region", { name: "Verified" });
  const check = () => panel.getByRole("button", { name: "Check it here" }).click();
  const steps = panel.getByRole("list", { name: "Steps of the check" });

  await page.goto(address);
  await expect(panel).toContainText("This decision is in the public log, seen by no witness yet.");
  await check();
  await expect(panel).toContainText("Everything matches.");
  await expect(panel.getByText("Everything matches.")).toBeInViewport();
  await panel.getByText("What was compared, in 6 steps").click();
  // No witness, and nothing to compare with.
  await expect(steps.getByRole("img", { name: "Fits" })).toHaveCount(4);
  await expect(steps.getByRole("img", { name: "Nothing to check" })).toHaveCount(2);
  await expect(steps).toContainText("This is the first check on this device.");
  await page.goto("about:blank");
  await honest.stop();

  const other = await startServer({
    dataDir: otherDir,
    settings: { PORT: new URL(honest.url).port, LOG_LEVEL: "trace" },
  });
  await approveWaiting(other.url);
  await page.goto(address);
  await check();
  const alert = panel.getByRole("alert");
  await expect(alert).toContainText("This device saw two different histories.");
  await expect(steps.getByRole("img", { name: "Does not match" })).toHaveCount(1);

  // The evidence stays after a reload, and both notes can be taken away.
  await page.reload();
  await expect(alert).toContainText("This device saw two different histories.");
  const downloads = alert.getByRole("link", { name: /^Download the file of/ });
  await expect(downloads).toHaveCount(2);
  const notes: string[] = [];
  for (const link of await downloads.all()) {
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    notes.push(await readFile(await file.path(), "utf8"));
  }
  const [before, now] = notes.map((note) => note.split("\n"));
  expect(before?.[0]).toBe(now?.[0]);
  expect(before?.[2]).not.toBe(now?.[2]);

  await alert.getByRole("button", { name: "Dismiss..." }).click();
  await alert.getByRole("button", { name: "Delete both files" }).click();
  await check();
  await expect(panel).toContainText("Everything matches.");
  await page.goto("about:blank");
  await other.stop();
  expect(other.output()).toContain("answered");
  const key = (await readFile(join(otherDir, "log-key"), "utf8")).trim();
  expect(key).toMatch(/^PRIVATE\+KEY\+/);
  expect(other.output()).not.toContain(key.split("+").at(-1));
  for (const directory of [dataDir, otherDir]) await rm(directory, { recursive: true });
});

test("a reader runs an article's code in their own browser, edits it, stops it, and resets it", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/posts/35");
  const article = page.getByRole("article");
  const button = (name: string) => article.getByRole("button", { name, exact: true });
  const answers = statusesOfCode(article);

  await article.locator("pre").first().scrollIntoViewIfNeeded();

  // The second block of the session needs the function of the first.
  await expect(button("Run block 2")).toBeVisible();
  await expect(article.getByText(/^Ran in the reviewer's browser on .*, output matches$/)).toHaveCount(1);
  await expect(article.getByRole("button", { name: "Run block 3" })).toHaveCount(0);
  expect(loaded.filter((path) => /wasm|script-worker/.test(path))).toEqual([]);
  await button("Run block 2").click();
  await expect(answers.nth(1)).toContainText("It ran in your browser.");
  await expect(answers.nth(1)).toContainText("[ 0, 0.0625, 0.5, 0.9375, 1 ]");

  await button("Edit block 1").click();
  const code = article.getByLabel("Code of block 1");
  await expect(code).toBeFocused();
  await code.fill("const easeInOut = (t) => t;");
  await button("Run block 2").click();
  await expect(answers.nth(1)).toContainText("[ 0, 0.25, 0.5, 0.75, 1 ]");

  await code.fill("for (;;);");
  await button("Run block 1").click();
  await button("Stop block 1").click();
  await expect(answers.first()).toHaveText("Stopped.");
  await button("Run block 1").click();
  await expect(answers.first()).toContainText("It ran longer than 5 seconds.");
  await code.fill("let text = 'x'; for (;;) text += text;");
  await button("Run block 1").click();
  await expect(answers.first()).toContainText(/memory|too long/);

  await button("Reset block 1").click();
  await expect(code).toHaveCount(0);
  await expect(article.locator("pre").first()).toContainText("4 * t ** 3");
  await expect(answers.first()).toBeEmpty();
  await button("Run block 2").click();
  await expect(answers.nth(1)).toContainText("[ 0, 0.0625, 0.5, 0.9375, 1 ]");
});

/** What a program may try to get out of its worker; prints one line a try. */
const escapes = `
import asyncio, importlib, pathlib, sys

async def attempt(name, act):
    try:
        found = act()
        if asyncio.iscoroutine(found):
            found = await found
        print(name, "worked", found)
    except BaseException as error:
        print(name, type(error).__name__)

async def later():
    await asyncio.sleep(0)
    return 4

def fetch_again():
    for name in list(sys.modules):
        if name.split(".")[0] in ("js", "pyodide_js") or name.startswith("pyodide.http"):
            del sys.modules[name]
    from pyodide.http import pyfetch
    return pyfetch("/api/auth/me")

from pyodide.code import run_js
from pyodide.ffi import to_js
from pyodide.webloop import scheduleCallback
import socket, urllib.request

await attempt("asyncio", lambda: asyncio.run(later()))
await attempt("js", lambda: importlib.import_module("js"))
await attempt("pyodide_js", lambda: importlib.import_module("pyodide_js"))
await attempt("pyodide.http", lambda: importlib.import_module("pyodide.http"))
await attempt("run_js", lambda: run_js("fetch('/api/auth/me')"))
await attempt("urlopen", lambda: urllib.request.urlopen("ADDRESS/api/content"))
await attempt("socket", lambda: socket.create_connection(("127.0.0.1", PORT), 1).recv(1))
await attempt("Function", lambda: to_js([]).constructor.constructor("return fetch")())
await attempt("scheduled", lambda: scheduleCallback.constructor("return indexedDB")())
await attempt("numpy", lambda: importlib.import_module("numpy"))
await attempt("fetch again", fetch_again)
await attempt("js again", lambda: importlib.import_module("js"))
await attempt("disk", lambda: pathlib.Path("/etc/passwd").read_text())
await attempt("memory", lambda: bytearray(10**9))
1 / 0
`;

/** Finds the worker's own global, and answers in its name. */
const forgery = `
import asyncio, pyodide.webloop
from _pyodide_core import create_proxy
found = []
def call(this, *rest):
    found.append(this)
pyodide.webloop.scheduleCallback(create_proxy(call, capture_this=True), 5)
await asyncio.sleep(0.1)
worker = found[0]
nested = worker.Array.new()
for step in range(40):
    outer = worker.Array.new()
    outer.push(nested)
    outer.push(nested)
    nested = outer
result = worker.Object.new()
result.end = "ran"
result.output = nested
worker.postMessage(result)
await asyncio.sleep(60)
`;

test("a reader runs an article's Python in their own browser, where it reaches nothing", async ({ page }) => {
  // Python starts three times, on a machine that has other things to do.
  test.slow();
  const patient = { timeout: 140_000 };
  const server = await startServer({ settings: { PYODIDE_DIR: join(root, "node_modules/pyodide") } });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/posts/43`);
  const article = page.getByRole("article");
  const button = (name: string) => article.getByRole("button", { name: `${name} block 1`, exact: true });
  const answer = article.getByRole("status");
  await article.locator("pre").first().scrollIntoViewIfNeeded();
  await expect(button("Run")).toBeVisible();
  const isPython = (path: string) => /pyodide|python/.test(path);
  expect(asked.filter(isPython)).toEqual([]);

  await button("Run").click();
  await expect(answer).toContainText("It ran in your browser.", patient);
  await expect(answer).toContainText("(1.2988579352203866, 0.0)");

  await button("Edit").click();
  const code = article.getByLabel("Code of block 1");
  await code.fill(escapes.replace("ADDRESS", server.url).replace("PORT", new URL(server.url).port));
  asked.length = 0;
  await button("Run").click();
  await expect(answer).toContainText("It ended with an error, in your browser.", patient);
  const lines = (await answer.locator("samp").innerText()).split("\n");
  expect(lines.slice(0, 14)).toEqual([
    "asyncio worked 4",
    "js ModuleNotFoundError",
    "pyodide_js ModuleNotFoundError",
    "pyodide.http ModuleNotFoundError",
    "run_js ModuleNotFoundError",
    "urlopen URLError",
    // The policy refuses what stands for the connection, so there is nothing to read.
    "socket worked b''",
    "Function JsException",
    "scheduled JsException",
    "numpy ModuleNotFoundError",
    "fetch again NameError",
    "js again ModuleNotFoundError",
    "disk FileNotFoundError",
    "memory MemoryError",
  ]);
  expect(lines[14]).toMatch(/^Traceback /);
  expect(lines[15]).toMatch(/^ {2}File "example\.py", line \d+, in <module>$/);
  expect(lines.at(-1)).toBe("ZeroDivisionError: division by zero");
  expect(asked.filter((path) => /^\/api\/(?:auth\/me|content)$/.test(path))).toEqual([]);

  // JavaScript that has left Python sends the page what it would take for ever to make a text of.
  await code.fill(forgery);
  await button("Run").click();
  await expect(answer).toHaveText("It broke what runs it, or took more memory than it may have.", patient);

  await code.fill("print('on')\nwhile True: pass");
  await button("Run").click();
  await button("Stop").click();
  await expect(answer).toHaveText("Stopped.");
  await button("Run").click();
  await expect(answer).toHaveText("It ran longer than 5 seconds.", patient);

  await button("Reset").click();
  await expect(code).toHaveCount(0);
  await expect(article.locator("pre").first()).toContainText("def descend(slope");
  await expect(answer).toBeEmpty();
  await page.goto("about:blank");
  await server.stop();
});
