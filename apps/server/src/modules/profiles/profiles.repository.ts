import type { LanguageCode, SocialLink } from "@cairn/contract";
import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { users } from "../../db/schema.ts";

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  emailConfirmedAt: users.emailConfirmedAt,
  bio: users.bio,
  socialLinks: users.socialLinks,
  interests: users.interests,
  languages: users.languages,
  avatarKey: users.avatarKey,
  avatarSmallKey: users.avatarSmallKey,
};

/** The fields to change; undefined ones stay as they are. */
export interface ProfileFields {
  readonly name?: string;
  readonly bio?: string;
  readonly socialLinks?: SocialLink[];
  readonly interests?: string[];
  readonly languages?: LanguageCode[];
  readonly avatarKey?: string;
  readonly avatarSmallKey?: string;
}

/** The current profile, locked until the transaction ends. */
export async function lockProfile(tx: Transaction, userId: number) {
  const [row] = await tx.select(columns).from(users).where(eq(users.id, userId)).for("update");
  if (!row) throw new Error(`no user ${userId}`);
  return row;
}
export type ProfileRow = Awaited<ReturnType<typeof lockProfile>>;

export async function updateProfile(
  tx: Transaction,
  userId: number,
  fields: ProfileFields,
): Promise<ProfileRow> {
  const [row] = await tx.update(users).set(fields).where(eq(users.id, userId)).returning(columns);
  if (!row) throw new Error(`no user ${userId}`);
  return row;
}

const byName = named((db) =>
  db
    .select({ id: sql<number>`found.id`.mapWith(Number) })
    .from(sql`search_authors(${sql.placeholder("words")}, ${sql.placeholder("limit")}) as found`)
    .prepare("search_authors"),
);

/** Ids of members with published items whose names have all of these words, by name. Words may be cut short. */
export async function authorsByName(db: Queries, words: string, limit: number): Promise<number[]> {
  const found = await byName(db).execute({ words, limit });
  return found.map(({ id }) => id);
}
