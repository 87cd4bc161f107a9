import { randomUUID } from "node:crypto";
import { type Answer, type Caller, call, join, newPerson } from "./caller.ts";

export type Kind = "account" | "comment" | "like" | "post" | "upload";

export interface Write {
  readonly kind: Kind;
  /** What finds it again: an address, words that nothing else has, an item and its reader. */
  readonly mark: string;
  acknowledged: boolean;
}

interface Pending extends Write {
  send(url: string): Promise<Answer | null>;
}

/** Writes of every kind by several callers at once; those with a key are sent again after a kill that took their answer. */
export class MixedWrites {
  readonly all: Write[] = [];
  #unanswered: Pending[] = [];

  /** Goes on until the server gives no answer any more. */
  async run(url: string): Promise<void> {
    const retried = this.#unanswered;
    this.#unanswered = [];
    for (const write of retried) if (!(await this.#finish(url, write))) return;
    const caller = await join(url, "TechWriter");
    const listed = caller && (await call(url, "GET", "/content/search"));
    if (!listed) return;
    const items: number[] = listed.body.items.map(({ id }: { id: number }) => id);
    this.all.push({ kind: "account", mark: caller.email, acknowledged: true });
    const writers = [
      () => register(),
      () => comment(caller, items),
      () => like(caller, items),
      () => post("post", caller),
      () => post("upload", caller, png),
    ];
    await Promise.all(
      writers.map(async (next) => {
        while (true) {
          const write = next();
          if (!write || !(await this.#begin(url, write))) return;
        }
      }),
    );
  }

  #begin(url: string, write: Pending): Promise<boolean> {
    this.all.push(write);
    return this.#finish(url, write);
  }

  async #finish(url: string, write: Pending): Promise<boolean> {
    const answer = await write.send(url);
    if (answer === null) {
      // Registering has no key: whether it was done is the caller's to find out.
      if (write.kind !== "account") this.#unanswered.push(write);
      return false;
    }
    if (answer.status >= 300) throw new Error(`${write.kind} was answered ${answer.status}`);
    write.acknowledged = true;
    return true;
  }
}

function register(): Pending {
  const person = newPerson();
  const send = (url: string) => call(url, "POST", "/auth/register", { body: person });
  return { kind: "account", mark: person.email, acknowledged: false, send };
}

function comment({ token }: Caller, items: number[]): Pending {
  const [mark, key] = [`Well said, ${randomUUID()}`, randomUUID()];
  const item = items[Math.floor(Math.random() * items.length)];
  const send = (url: string) =>
    call(url, "POST", `/content/${item}/comments`, { token, key, body: { body: mark } });
  return { kind: "comment", mark, acknowledged: false, send };
}

const liked = new Map<number, number>();

/** Each caller likes one item after the other, each once. */
function like({ id, token }: Caller, items: number[]): Pending | null {
  const count = liked.get(id) ?? 0;
  const item = items[count];
  if (!item) return null;
  liked.set(id, count + 1);
  const key = randomUUID();
  const send = (url: string) => call(url, "PUT", `/content/${item}/like`, { token, key });
  return { kind: "like", mark: `${item} ${id}`, acknowledged: false, send };
}

function post(kind: "post" | "upload", { token }: Caller, file?: Blob): Pending {
  const [mark, key] = [`Cairn ${randomUUID()}`, randomUUID()];
  const send = (url: string) => call(url, "POST", "/content", { token, key, body: form(mark, file) });
  return { kind, mark, acknowledged: false, send };
}

function form(title: string, file?: Blob): FormData {
  const fields = new FormData();
  fields.set("title", title);
  fields.set("body", "Stone on stone.");
  fields.set("content_type", "Article");
  fields.set("category", "Data Science");
  if (file) fields.set("file", file, "stone.png");
  return fields;
}

/** One white pixel. */
const png = new Blob(
  [
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
      "base64",
    ),
  ],
  { type: "image/png" },
);
