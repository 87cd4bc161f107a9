import fc from "fast-check";
import type { Answer } from "../../support/server/app.ts";
import { password, registration } from "../../support/server/app.ts";
import { ask } from "./oracle.ts";
import type { FuzzRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** One step of a story; numbers choose among the people and things that the story has by then. */
type Step = readonly [deed: keyof typeof deeds, who: number, what: number];

interface Person {
  readonly email: string;
  readonly tokens: { readonly access: string; readonly refresh: string }[];
}
interface Item {
  readonly id: number;
  readonly author: Person;
  isGone: boolean;
}

/** What is known for certain, whatever happens in whatever order. */
interface Story {
  readonly world: World;
  readonly people: Person[];
  readonly items: Item[];
  /** Access and refresh tokens of ended sessions: dead for ever. */
  readonly dead: Set<string>;
}

const pick = <Thing>(list: readonly Thing[], number: number): Thing | undefined => list[number % list.length];

async function send(
  { world }: Story,
  call: string,
  {
    token,
    body,
    headers = {},
  }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = "", url = ""] = call.split(" ");
  const request: FuzzRequest = {
    as: "nobody",
    method,
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    isMeant: true,
  };
  return ask(world, request);
}

function must(answer: Answer, ...statuses: number[]): void {
  if (statuses.includes(answer.status)) return;
  throw new Error(
    `expected ${statuses.join(" or ")}, answered ${answer.status}: ${JSON.stringify(answer.body)}`,
  );
}

function enter(person: Person, answer: Answer): void {
  if (answer.status >= 400) return;
  person.tokens.push({ access: answer.body.access_token, refresh: answer.body.refresh_token });
}

const isAlive = ({ dead }: Story, token: string | undefined) => token !== undefined && !dead.has(token);

/** An active session is let in, and an ended one is not, whatever it calls. */
const expected = (story: Story, token: string | undefined, ...statuses: number[]) =>
  isAlive(story, token) ? statuses : [401];

const deeds = {
  async register(story: Story) {
    const sent = registration();
    const person: Person = { email: sent.email, tokens: [] };
    const answer = await send(story, "POST /auth/register", { body: sent });
    must(answer, 201);
    enter(person, answer);
    story.people.push(person);
  },

  async login(story: Story, who: number, what: number) {
    const person = pick(story.people, who);
    if (!person) return;
    const guess = what % 3 === 0 ? "a wrong guess" : password;
    const answer = await send(story, "POST /auth/login", { body: { email: person.email, password: guess } });
    must(answer, guess === password ? 200 : 401);
    enter(person, answer);
  },

  async logOut(story: Story, who: number, what: number) {
    const session = pick(pick(story.people, who)?.tokens ?? [], what);
    const refresh = session?.refresh;
    must(await send(story, "DELETE /auth/logout", { token: refresh }), ...expected(story, refresh, 200));
    if (!session) return;
    story.dead.add(session.refresh).add(session.access);
  },

  async refresh(story: Story, who: number, what: number) {
    const token = pick(pick(story.people, who)?.tokens ?? [], what)?.refresh;
    must(await send(story, "POST /auth/refresh", { token }), ...expected(story, token, 200));
  },

  async changePassword(story: Story, who: number, what: number) {
    const person = pick(story.people, who);
    const session = pick(person?.tokens ?? [], what);
    const token = session?.access;
    const answer = await send(story, "PATCH /profiles/me", { token, body: { password } });
    must(answer, ...expected(story, token, 200));
    if (answer.status !== 200) return;
    for (const other of person?.tokens ?? []) {
      if (other !== session) story.dead.add(other.access).add(other.refresh);
    }
  },

  async useWrongToken(story: Story, who: number, what: number) {
    const session = pick(pick(story.people, who)?.tokens ?? [], what);
    if (!session) return;
    must(await send(story, "GET /auth/me", { token: session.refresh }), 401);
    must(await send(story, "POST /auth/refresh", { token: session.access }), 401);
  },

  async write(story: Story, who: number, what: number) {
    const author = pick(story.people, who);
    const token = pick(author?.tokens ?? [], what)?.access;
    const body = { title: "A title", body: "Words.", category: 1, draft: what % 2 === 0 };
    const headers: Record<string, string> =
      what % 3 === 0 ? { "idempotency-key": `key-${what % 4}-${what % 2}` } : {};
    const answer = await send(story, "POST /content", { token, body, headers });
    must(answer, ...expected(story, token, 201));
    const isNew = !story.items.some(({ id }) => id === answer.body.id);
    if (author && answer.status === 201 && isNew)
      story.items.push({ id: answer.body.id, author, isGone: false });
  },

  async edit(story: Story, who: number, what: number) {
    const item = pick(story.items, what);
    const person = pick(story.people, who);
    const token = person?.tokens.at(-1)?.access;
    if (!item) return;
    const answer = await send(story, `PATCH /content/${item.id}`, {
      token,
      body: { title: `Title ${what}` },
    });
    if (!isAlive(story, token)) must(answer, 401);
    else if (item.isGone || person !== item.author) must(answer, 403, 404);
    else must(answer, 200);
  },

  async remove(story: Story, who: number, what: number) {
    const item = pick(story.items, what);
    const person = pick(story.people, who);
    const token = person?.tokens.at(-1)?.access;
    if (!item) return;
    const answer = await send(story, `DELETE /content/${item.id}`, { token });
    if (!isAlive(story, token)) must(answer, 401);
    else if (item.isGone || person !== item.author) must(answer, 403, 404);
    else must(answer, 200);
    if (answer.status === 200) item.isGone = true;
  },

  async read(story: Story, who: number, what: number) {
    const item = pick(story.items, what);
    const person = pick(story.people, who);
    const token = person?.tokens.at(-1)?.access;
    if (!item) return;
    const answer = await send(story, `GET /content/${item.id}`, { token });
    // None of them was ever published.
    const isSeen = person === item.author && !item.isGone;
    if (token === undefined) must(answer, 404);
    else must(answer, ...expected(story, token, isSeen ? 200 : 404));
  },

  async like(story: Story, who: number, what: number) {
    const token = pick(pick(story.people, who)?.tokens ?? [], what)?.access;
    const answer = await send(story, `${what % 2 === 0 ? "PUT" : "DELETE"} /content/1/like`, { token });
    must(answer, ...expected(story, token, 200, 404));
  },

  async comment(story: Story, who: number, what: number) {
    const token = pick(pick(story.people, who)?.tokens ?? [], what)?.access;
    const answer = await send(story, "POST /content/1/comments", { token, body: { body: `Remark ${what}` } });
    must(answer, ...expected(story, token, 201, 404));
    if (answer.status !== 201) return;
    const url = `/comments/${answer.body.id}`;
    must(await send(story, `DELETE ${url}`, { token }), 200);
    must(await send(story, `DELETE ${url}`, { token }), 404);
  },
};

const deedNames = Object.keys(deeds) as (keyof typeof deeds)[];

/** What people do one after the other, tokens of ended sessions and things that are gone included. */
export const stories: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    // Whatever else happens, some come and write first.
    fc.oneof(
      { arbitrary: fc.constantFrom("write", "login", "logOut", "remove", "read" as const), weight: 3 },
      fc.constantFrom(...deedNames),
    ),
    fc.nat({ max: 5 }),
    fc.nat({ max: 11 }),
  ),
  { minLength: 1, maxLength: 20, size: "max" },
) as fc.Arbitrary<Step[]>;

export async function tell(world: World, steps: readonly Step[]): Promise<void> {
  const story: Story = { world, people: [], items: [], dead: new Set() };
  await deeds.register(story);
  await deeds.register(story);
  for (const [deed, who, what] of steps) await deeds[deed](story, who, what);
}
