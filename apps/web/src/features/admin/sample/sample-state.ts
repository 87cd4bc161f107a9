import type { Activity } from "../activity.ts";
import type { AdminCategory, AdminContent, AdminProfile, AdminUser } from "../admin-model.ts";
import { sampleActivity } from "./data/activity.ts";
import { sampleCategories } from "./data/categories.ts";
import { sampleContents } from "./data/contents.ts";
import { sampleProfile, sampleUsers } from "./data/users.ts";

export interface SampleState {
  users: readonly AdminUser[];
  contents: readonly AdminContent[];
  categories: readonly AdminCategory[];
  /** Newest first. */
  activity: readonly Activity[];
  profile: AdminProfile;
}

/** As it stands when the page is opened. */
export const freshState = (now: number): SampleState => ({
  users: sampleUsers,
  contents: sampleContents,
  categories: sampleCategories,
  activity: sampleActivity(now),
  profile: sampleProfile,
});

/** Above every id there is: what is newest sorts first. */
export const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1;

/** The rows with one of them changed. */
export const changed = <Row extends { id: number }>(
  rows: readonly Row[],
  { id }: { id: number },
  change: Partial<Row>,
) => rows.map((row) => (row.id === id ? { ...row, ...change } : row));

export const without = <Row extends { id: number }>(rows: readonly Row[], { id }: { id: number }) =>
  rows.filter((row) => row.id !== id);
