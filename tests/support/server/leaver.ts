import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { users } from "../../../apps/server/src/db/schema.ts";
import { by, type Member, registerMember, type TestApp } from "./app.ts";
import { editItem, makeItem } from "./content.ts";
import { sendForm } from "./forms.ts";
import { jpeg, png } from "./media.ts";

export interface Leaver extends Member {
  /** Published posts, of which one has an edit that waits. */
  readonly published: readonly number[];
  /** Posts that nobody but the author and admins can read. */
  readonly hidden: readonly number[];
  /** On another member's post. */
  readonly comment: number;
  /** Approved by the leaver, who gave a note. */
  readonly approved: number;
  /** What must be found nowhere once the account is erased. */
  readonly words: readonly string[];
  /** The photo's bytes. */
  readonly photo: Buffer;
}

let made = 0;

/**
 * A verified admin who has left traces everywhere: profile, posts, comments, decisions, mails, and what others' actions
 * say of them. `other` is notified of some of it.
 */
export async function makeLeaver(app: TestApp, admin: Member, other: Member): Promise<Leaver> {
  made += 1;
  const mark = `q${made}x`;
  const name = `Zenobia ${mark} Quillfeather`;
  const own = {
    phone: `+254700${String(made).padStart(6, "0")}`,
    bio: `Keeps bees ${mark} in the attic.`,
    link: `https://quillfeather.example/${mark}`,
    draft: `Draftwords${mark}`,
    edit: `Editwords${mark}`,
    reason: `Reasonwords${mark}`,
    note: `Notewords${mark}`,
    reported: `Reportwords${mark}`,
  };
  const member = await registerMember(app, "Admin", { name, verifiedAt: app.now() });
  const { email, user_id: authorId } = member;
  const call = async (method: "POST" | "PUT" | "PATCH", url: string, who: Member, body?: unknown) => {
    const answer = await app.call(method, url, by(who, body));
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  await app.db.query.execute(sql`update ${users} set phone = ${own.phone} where id = ${authorId}`);
  const picture = await jpeg();
  await sendForm(app, "PATCH", "/profiles/me", {
    token: member.access_token,
    fields: { bio: own.bio, social_links: JSON.stringify([{ label: "Home", url: own.link }]) },
    file: { ...picture, part: "avatar" },
  });
  const [photo] = (
    await app.db.query.execute<{ key: string }>(
      sql`select avatar_key as key from users where id = ${authorId}`,
    )
  ).rows;
  const photoBytes = await readFile(join(app.db.dataDir, "media", photo?.key ?? ""));
  await sendForm(app, "POST", "/pictures", {
    token: member.access_token,
    fields: { alt: "A hive" },
    file: await png(),
  });

  const reviewerId = admin.user_id;
  const published = [
    await makeItem(app, { authorId, reviewerId, title: `Hives ${mark}` }),
    await makeItem(app, { authorId, reviewerId, title: `Honey ${mark}` }),
  ];
  await editItem(app, published[0] ?? 0, own.edit);
  const draft = await call("POST", "/content", member, {
    title: own.draft,
    body: "Some words.",
    category: "Data Science",
  });
  const hidden = [
    await makeItem(app, { authorId, status: "Draft", title: own.draft }),
    await makeItem(app, { authorId, reviewerId, status: "Flagged", title: `Flagged ${mark}` }),
    draft.id,
  ];

  const post = await makeItem(app, { authorId: other.user_id, reviewerId, title: "Another's post" });
  const { id: comment } = await call("POST", `/content/${post}/comments`, member, {
    body: `Well said, @${other.name}.`,
  });
  await call("POST", `/content/${post}/comments`, other, { body: "Thanks.", reply_to: Number(comment) });
  await call("PUT", `/content/${post}/like`, member);
  await call("PUT", `/content/${post}/save`, member);
  await call("PUT", `/content/${post}/position`, member, { position: 0.4 });
  await call("PUT", `/follows/author/${other.user_id}`, member);
  await call("PUT", `/follows/author/${authorId}`, other);
  await call("POST", `/content/${post}/report`, member, { reason: own.reported });
  await call("POST", "/profiles/me/tokens", member, {
    name: "Bot",
    scopes: ["read"],
    ends_at: inDays(app, 30),
  });
  // As if they had come by an invitation.
  await app.db.query.execute(sql`
    insert into invitations (role, email, uses, created_at, ends_at) values ('User', ${email}, 1, now(), now())`);
  await app.db.query.execute(sql`
    insert into admin_actions (admin_id, kind, subject_id, subject, done_at)
    values (${admin.user_id}, 'invitationCreated', 1, ${email}, now())`);
  await call("PATCH", `/admin/users/${authorId}`, admin, { name: `${name} the Elder` });
  await call("PATCH", `/admin/users/${authorId}`, admin, { name });
  await app.call("POST", "/auth/request-password-reset", { body: { identifier: email } });

  const reviewed = {
    authorId: other.user_id,
    status: "Pending" as const,
    title: `Reviewed ${mark}`,
  };
  const approved = await makeItem(app, reviewed);
  await call("POST", `/admin/content/${approved}/approve`, member, { revision: 1, note: own.note });
  const flagged = await makeItem(app, reviewed);
  await call("POST", `/admin/content/${flagged}/flag`, member, { reason: own.reason });

  const words = [name, email, ...Object.values(own)];
  return { ...member, published, hidden, comment: Number(comment), approved, words, photo: photoBytes };
}

const inDays = (app: TestApp, days: number) =>
  new Date(app.now().getTime() + days * 24 * 60 * 60_000).toISOString();

/** Where rows of the database have one of these words, as "table: word". */
export async function foundInRows(app: TestApp, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await app.db.query.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.db.query.execute<{ word: string }>(sql`
      select distinct asked.word from ${sql.identifier(name)} as stored, unnest(${sql.param([...words])}::text[]) as asked (word)
      where strpos(to_jsonb(stored)::text, asked.word) > 0`);
    found.push(...rows.map(({ word }) => `${name}: ${word}`));
  }
  return found;
}

/** Which files below a folder have one of these bytes, as "path: number of the bytes". */
export async function foundInFiles(folder: string, needles: readonly (string | Buffer)[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    for (const [at, needle] of needles.entries())
      if (bytes.includes(needle)) found.push(`${path.slice(folder.length + 1)}: ${at}`);
  }
  return found;
}
