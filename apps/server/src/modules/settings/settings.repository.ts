import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { siteLogo, siteSettings } from "../../db/schema.ts";
import type { LogoForm } from "../../lib/site-look.ts";

export type SettingsRow = Omit<typeof siteSettings.$inferSelect, "id">;

const columns = {
  version: siteSettings.version,
  name: siteSettings.name,
  tagline: siteSettings.tagline,
  accent: siteSettings.accent,
  logoVersion: siteSettings.logoVersion,
  logoRatio: siteSettings.logoRatio,
  joining: siteSettings.joining,
  domains: siteSettings.domains,
  audience: siteSettings.audience,
  captionsRequired: siteSettings.captionsRequired,
  groups: siteSettings.groups,
};

export async function readSettings(db: Queries): Promise<SettingsRow> {
  const [row] = await db.select(columns).from(siteSettings);
  if (!row) throw new Error("the row of settings is gone");
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<SettingsRow> {
  const [row] = await tx.select(columns).from(siteSettings).for("update");
  if (!row) throw new Error("the row of settings is gone");
  return row;
}

export async function writeSettings(
  tx: Transaction,
  settings: Omit<SettingsRow, "version" | "logoVersion" | "logoRatio">,
): Promise<void> {
  await tx.update(siteSettings).set({ ...settings, version: sql`${siteSettings.version} + 1` });
}

/** Replaces all forms of the logo; an empty map takes the logo away. */
export async function writeLogo(tx: Transaction, forms: ReadonlyMap<LogoForm, Buffer>): Promise<void> {
  const logo = forms.get("logo");
  await tx.delete(siteLogo);
  for (const [form, picture] of forms) await tx.insert(siteLogo).values({ form, picture });
  await tx.update(siteSettings).set({
    version: sql`${siteSettings.version} + 1`,
    logoVersion: logo ? sql`${siteSettings.version} + 1` : null,
    // A PNG has its width and height at these places.
    logoRatio: logo ? logo.readUInt32BE(16) / logo.readUInt32BE(20) : null,
  });
}

/** null where there is no logo. */
export async function readLogo(db: Queries, form: LogoForm): Promise<Buffer | null> {
  const [row] = await db.select({ picture: siteLogo.picture }).from(siteLogo).where(eq(siteLogo.form, form));
  return row?.picture ?? null;
}
