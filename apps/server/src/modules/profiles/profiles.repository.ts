import type { SocialLink } from "@cairn/contract";
import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { users } from "../../db/schema.ts";

const columns = {
  name: users.name,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  bio: users.bio,
  socialLinks: users.socialLinks,
  interests: users.interests,
  avatarKey: users.avatarKey,
  avatarSmallKey: users.avatarSmallKey,
};

/** What changes; undefined stays as it is. */
export interface ProfileFields {
  readonly name?: string;
  readonly bio?: string;
  readonly socialLinks?: SocialLink[];
  readonly interests?: string[];
  readonly avatarKey?: string;
  readonly avatarSmallKey?: string;
}

/** The profile as it is, locked until the transaction ends. */
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
