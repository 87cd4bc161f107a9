import { afterEach, expect, test } from "vitest";
import { renderArticle, renderPlain } from "../../lib/markdown.ts";
import { createRenderingService, type RenderingService } from "./rendering.service.ts";

/** Answers with its input, loops for ever or throws, as its input says. Node.js 24 can't stop a loop without any work. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input }) => {
      for (let turns = 0; (input.source ?? input).startsWith("loop"); turns++);
      if (input === "throw") throw new Error("out of order");
      parentPort.postMessage({ output: "<p>" + input + "</p>" });
    });
    parentPort.postMessage("ready");
  `)}`,
);
const usual = { answerMs: 2_000, idleMs: 60_000 };

const warnings: object[] = [];
const log = { warn: (facts: object) => void warnings.push(facts) };
let rendering: RenderingService | undefined;
afterEach(async () => {
  warnings.length = 0;
  await rendering?.close();
});

test("the thread renders a text exactly as the main thread would", async () => {
  rendering = createRenderingService({ log, thread: { ...usual, answerMs: 60_000 } });
  const source = "# One\n\n```js\nconst a = 1;\n```";
  expect(await rendering.article(1, source)).toBe(renderArticle(source));
});

test.each([
  ["takes too long", "loop <b>on</b>\n\nand *on*"],
  ["ends the thread", "throw"],
])("a text that %s is shown plain and logged, and the next one is rendered", async (_what, source) => {
  rendering = createRenderingService({ log, thread: usual, url: program });
  const [html, next] = await Promise.all([rendering.article(1, source), rendering.article(1, "next")]);
  expect(html).toBe(renderPlain(source));
  expect(next).toBe("<p>next</p>");
  expect(warnings).toHaveLength(1);
});

test("of a text that takes too long nobody knows which blocks say check; one without the word takes no time", async () => {
  rendering = createRenderingService({ log, thread: usual, url: program });
  expect(await rendering.checkedBlocks(1, "loop\n\n```js check\n1\n```", "")).toBeNull();
  expect(await rendering.checkedBlocks(1, "loop\n\ncheck\n\n```js\ncheck\n```", "")).toEqual([]);
  expect(warnings).toHaveLength(1);
});

test("when no thread can be started the writer is asked to try again, and no text is stored plain", async () => {
  const nothing = new URL("data:text/javascript,process.exit()");
  rendering = createRenderingService({ log, thread: usual, url: nothing });
  await expect(rendering.article(1, "Hi")).rejects.toMatchObject({ code: "unavailable" });
});

test("stored HTML is recognized by rendering it again in the thread, plain HTML without rendering", async () => {
  rendering = createRenderingService({ log });
  const source = "**One**";
  expect(await rendering.isArticleHtml(source, renderArticle(source))).toBe(true);
  expect(await rendering.isArticleHtml(source, "<p>Two</p>\n")).toBe(false);
  await rendering.close();
  expect(await rendering.isArticleHtml(source, renderPlain(source))).toBe(true);
  await expect(rendering.isArticleHtml(source, "<p>Two</p>\n")).rejects.toThrow("the thread has ended");
});

test("a member with many texts delays another member's first text by one text at most", async () => {
  rendering = createRenderingService({ log, thread: usual, url: program });
  const rendered: string[] = [];
  const render = (member: number, source: string) =>
    rendering?.article(member, source).then(() => rendered.push(source));
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((source) => render(1, source)),
    ...["b1", "b2"].map((source) => render(2, source)),
  ]);
  expect(rendered.slice(0, 2)).toEqual(["a1", "b1"]);
  for (const own of ["a", "b"]) {
    const inOrder = rendered.filter((source) => source.startsWith(own));
    expect(inOrder).toEqual(inOrder.toSorted());
  }
});

test("waiting texts are limited for a member; in total, the newest of the member with most waiting goes", async () => {
  rendering = createRenderingService({
    log,
    thread: usual,
    most: { maxWaitingOfSender: 2_000, maxWaiting: 3_000 },
    url: program,
  });
  const text = "x".repeat(500);
  const ask = (member: number) => rendering?.article(member, text);
  // The first one is being rendered and does not wait.
  const taken = [ask(1), ask(1), ask(1)];
  await expect(ask(1)).rejects.toMatchObject({ code: "too_many_requests", facts: { retryAfter: 2 } });
  const [first, second, newest] = taken;
  const others = [ask(2), ask(3)];
  await expect(newest).rejects.toMatchObject({ code: "unavailable", facts: { retryAfter: 2 } });
  await Promise.all([first, second, ...others]);
  expect(await ask(1)).toBe(`<p>${text}</p>`);
});
