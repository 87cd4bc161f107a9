import type { ContentItem } from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { pdf } from "@tests/support/server/media.ts";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

type Act = "create" | "draft" | "edit" | "send" | "approve" | "flag" | "remove" | "delete";
type Step = { act: Act; item: number; withFile: boolean };

/** What an author sent as one revision. */
interface Wording {
  readonly title: string;
  readonly file: Uint8Array | null;
}

/** An item as its author and the reviewers know it. */
interface Known {
  readonly id: number;
  readonly wordings: Map<number, Wording>;
  /** Number of the revision that readers are to be served. */
  published: number | null;
  decided: number;
}

let app: TestApp;
let writer: Member;
let admin: Member;
let member: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const asWriter = () => ({ token: writer.access_token });
let written = 0;
const newWording = (withFile: boolean): Wording => {
  written += 1;
  return { title: `Wording ${written}`, file: withFile ? pdf(`Wording ${written}`).bytes : null };
};
const formOf = ({ title, file }: Wording, fields: Record<string, string> = {}) => ({
  fields: { ...fields, title, body: `The text of ${title}` },
  file: file && { bytes: file, type: "application/pdf" },
  ...asWriter(),
});

async function create(items: Known[], step: Step): Promise<void> {
  const wording = newWording(step.withFile);
  const fields = draftFields({ draft: String(step.act === "draft") });
  const { status, body } = await sendForm(app, "POST", "/content", formOf(wording, fields));
  expect(status).toBe(201);
  items.push({ id: body.id, wordings: new Map([[1, wording]]), published: null, decided: 0 });
}

/** The next wording; a file that was there before goes on with it. */
async function edit(item: Known, withFile: boolean): Promise<void> {
  const wording = newWording(withFile);
  const { status, body } = await sendForm(app, "PATCH", `/content/${item.id}`, formOf(wording));
  if (status !== 200) return void expect([404, 409]).toContain(status);
  item.wordings.set(body.pending_revision ?? body.revision, wording);
}

async function act(items: Known[], step: Step): Promise<void> {
  if (step.act === "create" || step.act === "draft") return create(items, step);
  const item = items[step.item % items.length];
  if (!item) return;
  const url = `/content/${item.id}`;
  const reviewerId = admin.user_id;
  switch (step.act) {
    case "edit":
      return edit(item, step.withFile);
    case "send":
      return void (await app.call("PATCH", url, { body: { draft: false }, ...asWriter() }));
    case "approve":
      return void (await decide(app, item.id, { reviewerId, decision: "approved" }));
    case "flag":
      return void (await decide(app, item.id, { reviewerId, decision: "flagged" }));
    case "remove":
      return void (await decide(app, item.id, { reviewerId, decision: "removed" }));
    case "delete":
      return void (await app.call("DELETE", url, asWriter()));
  }
}

/** Goes through the item's new decisions in the ledger's order; answers every state that readers may have met. */
async function follow(item: Known): Promise<(number | null)[]> {
  const { rows } = await app.db.query.execute<{ decision: string; number: number }>(sql`
    select decision, revision_number as number from ledger where content_id = ${item.id} order by seq`);
  const states = [item.published];
  for (const { decision, number } of rows.slice(item.decided)) {
    if (decision === "approved") item.published = number;
    // A flag on an edit that waited leaves what was approved before it in place.
    else if (decision !== "flagged" || number === item.published) item.published = null;
    states.push(item.published);
  }
  item.decided = rows.length;
  return states;
}

/** The file that readers see with a revision: its own, or the latest before it. */
function fileOf(item: Known, revision: number): Uint8Array | null {
  for (let number = revision; number >= 1; number -= 1) {
    const file = item.wordings.get(number)?.file;
    if (file) return file;
  }
  return null;
}

const revisionIn = (item: Known, { status, body }: Pick<Answer, "status" | "body">): number | null => {
  if (status === 404) return null;
  expect(status).toBe(200);
  expect(body.status).toBe("Published");
  const wording = item.wordings.get(body.revision);
  expect([body.title, body.body]).toEqual([wording?.title, `The text of ${wording?.title}`]);
  return body.revision;
};

async function expectServed(item: Known): Promise<void> {
  for (const token of [undefined, member.access_token]) {
    const answer = await app.call("GET", `/content/${item.id}`, token ? { token } : {});
    expect(revisionIn(item, answer)).toBe(item.published);
    if (item.published === null) continue;
    const file = fileOf(item, item.published);
    if (!file) expect(answer.body.media_url).toBeNull();
    else expect((await app.call("GET", answer.body.media_url)).body).toBe(Buffer.from(file).toString());
  }
}

async function expectListed(items: readonly Known[]): Promise<void> {
  const { body } = await app.call("GET", `/content?user_id=${writer.user_id}&per_page=100`);
  const listed = new Map((body as ContentItem[]).map((item) => [item.id, item.revision]));
  for (const { id, published } of items) expect(listed.get(id) ?? null).toBe(published);
}

/** Runs steps at the same moment, with readers between them, then looks at everything when all is quiet. */
async function runTogether(items: Known[], steps: readonly Step[]): Promise<void> {
  const known = [...items];
  const [, ...seen] = await Promise.all([
    Promise.all(steps.map((step) => act(items, step))),
    ...known.map((item) => app.call("GET", `/content/${item.id}`)),
  ]);
  for (const item of items) {
    const states = await follow(item);
    const answer = seen[known.indexOf(item)];
    if (answer) expect(states).toContain(revisionIn(item, answer));
    await expectServed(item);
  }
  await expectListed(items);
}

const step = fc.record({
  // Twice as often what lets an item live as what ends it.
  act: fc.constantFrom<Act>(
    "create",
    "draft",
    "edit",
    "edit",
    "send",
    "approve",
    "approve",
    "flag",
    "remove",
    "delete",
  ),
  item: fc.nat({ max: 5 }),
  withFile: fc.boolean(),
});

test("readers are served exactly the last approved revision after any sequence of actions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }),
      async (batches) => {
        const items: Known[] = [];
        await create(items, { act: "create", item: 0, withFile: true });
        for (const steps of batches) await runTogether(items, steps);
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
