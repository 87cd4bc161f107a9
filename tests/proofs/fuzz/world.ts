import type { Role } from "@cairn/contract";
import { comments, reports } from "../../../apps/server/src/db/schema.ts";
import { buildTestApp, type Member, registerMember, type TestApp } from "../../support/server/app.ts";
import { makeItem, verifyAdmin } from "../../support/server/content.ts";
import { callsOf, type ListedCall } from "../openapi/walk.ts";
import type { Who } from "./requests.ts";

/** A small site with something of everything, and people who use it. */
export interface World {
  readonly app: TestApp;
  readonly calls: readonly ListedCall[];
  tokenOf(who: Who): string | undefined;
  /** Replaces this caller when their session or their power was lost meanwhile; says whether it had to. */
  mend(who: Who): Promise<boolean>;
}

type Person = Member;

const roleOf: Readonly<Record<Exclude<Who, "nobody">, Role>> = {
  member: "User",
  author: "TechWriter",
  admin: "Admin",
  renewer: "User",
};
/** Answered with success only if the session still has its rights. */
const questionFor = { member: "/auth/me", author: "/auth/me", admin: "/admin/overview", renewer: "/auth/me" };

export async function buildWorld(): Promise<World> {
  const app = await buildTestApp({ rateLimits: false });
  const people = new Map<Who, Person>();

  async function come(who: keyof typeof roleOf): Promise<Person> {
    const person = await registerMember(app, roleOf[who]);
    if (who === "admin") await verifyAdmin(app, person.user_id);
    people.set(who, person);
    return person;
  }

  const [author, member, admin] = [await come("author"), await come("member"), await come("admin")];
  await come("renewer");
  for (const status of ["Published", "Pending", "Draft", "Flagged", "Published"] as const) {
    for (const { user_id: authorId } of [author, member]) {
      await makeItem(app, { authorId, reviewerId: admin.user_id, status });
    }
  }
  const words = { contentId: 1, body: "Well said.", bodyHtml: "<p>Well said.</p>" };
  await app.db.query
    .insert(comments)
    .values([member, author].map(({ user_id }) => ({ ...words, authorId: user_id })));
  const report = { contentId: 1, reporterId: member.user_id, reason: "Wrong.", createdAt: new Date() };
  await app.db.query.insert(reports).values(report);
  const document = await app.call("GET", "/openapi.json");

  return {
    app,
    calls: callsOf(document.body).filter(({ path }) => path !== "/metrics"),
    tokenOf(who) {
      const person = people.get(who);
      return who === "renewer" ? person?.refresh_token : person?.access_token;
    },
    async mend(who) {
      if (who === "nobody") return false;
      const token = people.get(who)?.access_token;
      const { status } = await app.call("GET", questionFor[who], token === undefined ? {} : { token });
      if (status !== 200) await come(who);
      return status !== 200;
    },
  };
}
