import { forgetUnsent } from "@tests/support/web/outbox.ts";
import { afterEach, expect, test } from "vitest";
import { errorOf } from "../api/api-error.ts";
import { readBody } from "../api/send.ts";
import { createOutbox, deviceStore } from "./box.ts";
import { deliver } from "./deliver.ts";
import type { NewEntry } from "./entry.ts";

const box = createOutbox(deviceStore());
afterEach(() => forgetUnsent(7));

const comment = (text: string, more: Partial<NewEntry> = {}): NewEntry => ({
  owner: 7,
  kind: "comment",
  about: "comments:4",
  method: "POST",
  path: "/content/4/comments",
  body: { body: text },
  words: "body",
  label: "Your comment",
  place: "/posts/4",
  ...more,
});

const words = async () => (await box.list(7)).map(({ body }) => body?.body);

/** Delivers with these answers, one after the other. */
function send(...answers: Response[]) {
  return deliver({
    owner: 7,
    box,
    locks: undefined,
    async call() {
      const response = answers.shift() ?? Response.error();
      if (!response.ok) throw await errorOf(response);
      return readBody(response);
    },
  });
}

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);

test("two hundred acts may wait for a member: the next one is refused in words, and nothing is lost", async () => {
  for (let count = 1; count <= 200; count += 1) await box.add(comment(`Thought ${count}`));
  await expect(box.add(comment("One too many"))).rejects.toThrow(
    "Too many unsent items on this device. Send or remove some first.",
  );
  expect(await words()).toHaveLength(200);
});

test("an answer that is not the site's is none: what was sent stays, and so does what is behind it", async () => {
  await box.add(comment("First"));
  await box.add(comment("Second"));
  const portal = new Response("<h1>Welcome on board</h1>", { headers: { "content-type": "text/html" } });
  expect(await send(portal)).toMatchObject({ end: "later", arrived: 0 });
  expect(await send(new Response("<h1>Pay first</h1>", { status: 403 }))).toMatchObject({ end: "later" });
  expect(await words()).toEqual(["First", "Second"]);
});

test("what could not be tried, because its code could not be loaded, waits for the next try", async () => {
  await box.add(comment("First"));
  const call = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  expect(await deliver({ owner: 7, box, locks: undefined, call })).toMatchObject({
    end: "later",
    arrived: 0,
  });
  expect(await box.list(7)).toMatchObject([{ state: "waiting", problem: null }]);
});

test("a server that asks for patience is waited for as long as it says", async () => {
  await box.add(comment("First"));
  const busy = json({ error: "Too many requests." }, { status: 429, headers: { "retry-after": "30" } });
  expect(await send(busy)).toMatchObject({ end: "later", pause: 30_000, arrived: 0 });
});

test("a session that has ended leaves everything to its member", async () => {
  await box.add(comment("First"));
  expect(await send(json({ error: "Session expired." }, { status: 401 }))).toMatchObject({
    end: "signed out",
    arrived: 0,
  });
  expect(await words()).toEqual(["First"]);
});

test("what is refused keeps its words, and what is behind it goes on", async () => {
  await box.add(comment("First"));
  await box.add(comment("Second"));
  const done = await send(
    json({ error: "Content not found" }, { status: 404 }),
    json({ id: 1 }, { status: 201 }),
  );
  expect(done).toMatchObject({ end: "empty", arrived: 1, refused: [{ problem: "Content not found" }] });
  expect(await words()).toEqual(["First"]);
});
