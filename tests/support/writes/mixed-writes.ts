import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, callOrNull, joinOrNull, type Member, newAccount } from "../call.ts";

export type Kind =
  | "account"
  | "approval"
  | "comment"
  | "deletion"
  | "edit"
  | "flag"
  | "like"
  | "logout"
  | "post"
  | "profile"
  | "read"
  | "upload";

export interface Write {
  readonly kind: Kind;
  /** What finds it again: an address, words that nothing else has, an item and its reader, the hash of a file. */
  readonly mark: string;
  acknowledged: boolean;
  /** What took it away again: from the moment it was sent it may be gone, and once acknowledged it has to be. */
  undone?: { acknowledged: boolean };
}

export interface Pending extends Write {
  /** Whether it has a key, and may be sent again when its answer was lost. */
  readonly isKeyed: boolean;
  send(url: string): Promise<Answer | null>;
}

interface Options {
  /** A verified admin, who approves and flags. */
  readonly reviewer?: { readonly email: string; readonly password: string };
  /** Published items that people comment on and like; those of the site's first page unless said. */
  readonly items?: readonly number[];
}

const demoAdmin = { email: "admin@cairn.test", password: "cairn-demo-1" };

/** Writes of every kind by several callers at once; those with a key are sent again after a kill that took their answer. */
export class MixedWrites {
  readonly all: Write[] = [];
  #unanswered: Pending[] = [];
  #isEnding = false;
  readonly #reviewer: NonNullable<Options["reviewer"]>;
  readonly #items: Options["items"];

  constructor({ reviewer = demoAdmin, items }: Options = {}) {
    this.#reviewer = { email: reviewer.email, password: reviewer.password };
    this.#items = items;
  }

  get acknowledged(): number {
    return this.all.filter((write) => write.acknowledged).length;
  }

  /** Resolves once so many writes in all were acknowledged. */
  async reach(acknowledged: number): Promise<void> {
    while (this.acknowledged < acknowledged) await sleep(5);
  }

  /** Lets every run end once what it has begun is answered. */
  end(): void {
    this.#isEnding = true;
  }

  /** Goes on until the server gives no answer any more. Several servers of one site may be written to at once. */
  async run(url: string): Promise<void> {
    const retried = this.#unanswered;
    this.#unanswered = [];
    for (const write of retried) if (!(await this.#finish(url, write))) return;
    const caller = await joinOrNull(url, "TechWriter");
    const listed = caller && (await callOrNull(url, "GET", "/content/search"));
    const reviewer = listed && (await callOrNull(url, "POST", "/auth/login", { body: this.#reviewer }));
    if (!reviewer) return;
    if (reviewer.status !== 200) throw new Error(`the reviewer's sign-in was answered ${reviewer.status}`);
    const items = this.#items ?? listed.body.items.map(({ id }: { id: number }) => id);
    this.all.push({ kind: "account", mark: caller.email, acknowledged: true });
    const writers = [
      () => this.#come(url),
      () => this.#remark(url, caller, items),
      () => this.#enjoy(url, caller, items),
      () => this.#begin(url, post("upload", caller)),
      () => this.#publish(url, caller, reviewer.body.access_token),
    ];
    await Promise.all(
      writers.map(async (next) => {
        while (!this.#isEnding && (await next()));
      }),
    );
  }

  /** Somebody registers, says who they are, and leaves. Each step is answered, or the last one of this life. */
  async #come(url: string): Promise<Answer | null> {
    const person = newAccount();
    const joined = await this.#begin(
      url,
      pending("account", person.email, (to) => callOrNull(to, "POST", "/auth/register", { body: person })),
    );
    if (!joined) return null;
    const { access_token: token, refresh_token: refresh } = joined.body;
    const bio = `I am ${person.email}`;
    const profile = pending("profile", bio, (to) =>
      callOrNull(to, "PATCH", "/profiles/me", { token, body: { bio } }),
    );
    if (!(await this.#begin(url, profile))) return null;
    const leave = (to: string) => callOrNull(to, "DELETE", "/auth/logout", { token: refresh });
    return this.#begin(url, pending("logout", person.email, leave));
  }

  /** Every second comment is taken back. */
  async #remark(url: string, caller: Member, items: readonly number[]): Promise<Answer | null> {
    const write = comment(caller, items);
    const said = await this.#begin(url, write);
    if (!said || !(await this.#begin(url, comment(caller, items)))) return null;
    return this.#undo(write, () =>
      callOrNull(url, "DELETE", `/comments/${said.body.id}`, { token: caller.token }),
    );
  }

  /** Every second like is taken back. */
  async #enjoy(url: string, caller: Member, items: readonly number[]): Promise<Answer | null> {
    const [write, kept] = [like(caller, items), like(caller, items)];
    if (!write || !kept) return null;
    if (!(await this.#begin(url, write)) || !(await this.#begin(url, kept))) return null;
    const [item] = write.mark.split(" ");
    return this.#undo(write, () =>
      callOrNull(url, "DELETE", `/content/${item}/like`, { token: caller.token }),
    );
  }

  /** An item is written, approved, told to its author, changed, flagged and deleted. */
  async #publish(url: string, caller: Member, reviewer: string): Promise<Answer | null> {
    const { token } = caller;
    const written = await this.#begin(url, post("post", caller));
    if (!written) return null;
    const { id } = written.body;
    const review = (kind: "approval" | "flag", revision: number) => {
      const path = `/admin/content/${id}/${kind === "approval" ? "approve" : "flag"}`;
      const body = { revision, ...(kind === "flag" && { reason: "It says too little." }) };
      const send = (to: string) => callOrNull(to, "POST", path, { token: reviewer, body });
      return this.#begin(url, pending(kind, `${id} ${revision}`, send));
    };
    if (!(await review("approval", 1))) return null;
    const told = await callOrNull(url, "GET", "/notifications", { token });
    if (!told) return null;
    const [notice] = told.body.items ?? told.body;
    if (notice) {
      const read = (to: string) => callOrNull(to, "POST", `/notifications/${notice.id}/read`, { token });
      if (!(await this.#begin(url, pending("read", `${caller.id} ${notice.id}`, read)))) return null;
    }
    const title = `Cairn ${randomUUID()}`;
    const edit = (to: string) => callOrNull(to, "PATCH", `/content/${id}`, { token, body: { title } });
    if (!(await this.#begin(url, pending("edit", title, edit)))) return null;
    if (!(await review("flag", 2))) return null;
    const remove = (to: string) => callOrNull(to, "DELETE", `/content/${id}`, { token });
    return this.#begin(url, pending("deletion", String(id), remove));
  }

  async #undo(write: Write, send: () => Promise<Answer | null>): Promise<Answer | null> {
    write.undone = { acknowledged: false };
    const answer = await send();
    if (answer === null) return null;
    if (answer.status >= 300) throw new Error(`taking back a ${write.kind} was answered ${answer.status}`);
    write.undone.acknowledged = true;
    return answer;
  }

  #begin(url: string, write: Pending): Promise<Answer | null> {
    this.all.push(write);
    return this.#finish(url, write);
  }

  async #finish(url: string, write: Pending): Promise<Answer | null> {
    const answer = await write.send(url);
    if (answer === null) {
      // Without a key, whether it was done is the caller's to find out.
      if (write.isKeyed) this.#unanswered.push(write);
      return null;
    }
    if (answer.status >= 300)
      throw new Error(`${write.kind} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    write.acknowledged = true;
    return answer;
  }
}

const pending = (kind: Kind, mark: string, send: Pending["send"], isKeyed = false): Pending => ({
  kind,
  mark,
  acknowledged: false,
  isKeyed,
  send,
});

export function comment({ token }: Member, items: readonly number[]): Pending {
  const [mark, key] = [`Well said, ${randomUUID()}`, randomUUID()];
  const item = items[Math.floor(Math.random() * items.length)];
  const send = (url: string) =>
    callOrNull(url, "POST", `/content/${item}/comments`, { token, key, body: { body: mark } });
  return pending("comment", mark, send, true);
}

const liked = new Map<number, number>();

/** Each caller likes one item after the other, each once. */
function like({ id, token }: Member, items: readonly number[]): Pending | null {
  const count = liked.get(id) ?? 0;
  const item = items[count];
  if (!item) return null;
  liked.set(id, count + 1);
  const key = randomUUID();
  const send = (url: string) => callOrNull(url, "PUT", `/content/${item}/like`, { token, key });
  return pending("like", `${item} ${id}`, send, true);
}

/** The mark of an upload has the hash of the file, which is kept as it was sent. */
export function post(kind: "post" | "upload", { token }: Member): Pending {
  const [title, key] = [`Cairn ${randomUUID()}`, randomUUID()];
  const file = kind === "upload" ? pdf(title) : null;
  const send = (url: string) => callOrNull(url, "POST", "/content", { token, key, body: form(title, file) });
  const mark = file ? `${title} ${createHash("sha256").update(file.bytes).digest("hex")}` : title;
  return pending(kind, mark, send, true);
}

/** Papers are kept as they come; pictures would be made anew. */
const pdf = (words: string) => ({
  bytes: Buffer.from(`%PDF-1.7\n1 0 obj\n(${words})\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`),
  type: "application/pdf",
});

function form(title: string, file: ReturnType<typeof pdf> | null): FormData {
  const fields = new FormData();
  fields.set("title", title);
  fields.set("body", "Stone on stone.");
  fields.set("content_type", "Article");
  fields.set("category", "Data Science");
  if (file) fields.set("file", new Blob([new Uint8Array(file.bytes)], { type: file.type }), "stone.pdf");
  return fields;
}
