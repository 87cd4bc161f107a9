import { type ActivityKind, activityText } from "@cairn/contract";
import { createStore } from "../../../lib/store.ts";
import type { Activity, AdminCategory, AdminContent, AdminProfile, AdminUser } from "../admin-model.ts";
import { sampleContents } from "./sample-contents.ts";
import { sampleActivity, sampleCategories, sampleProfile, sampleUsers } from "./sample-rows.ts";

export interface SampleState {
  users: readonly AdminUser[];
  contents: readonly AdminContent[];
  categories: readonly AdminCategory[];
  /** Newest first. */
  activity: readonly Activity[];
  profile: AdminProfile;
}

/** The initial state when the page opens. */
const freshState = (now: number): SampleState => ({
  users: sampleUsers,
  contents: sampleContents,
  categories: sampleCategories,
  activity: sampleActivity(now),
  profile: sampleProfile,
});

/** One above the highest id, so that the newest row sorts first. */
export const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1;

/** Returns the rows with one of them changed. */
export const changed = <Row extends { id: number }>(
  rows: readonly Row[],
  { id }: { id: number },
  change: Partial<Row>,
) => rows.map((row) => (row.id === id ? { ...row, ...change } : row));

export const without = <Row extends { id: number }>(rows: readonly Row[], { id }: { id: number }) =>
  rows.filter((row) => row.id !== id);

/** The sample data of one page session, kept only in memory: a reload starts over. */
export function createSampleStore(now = Date.now()) {
  const state = createStore(freshState(now));
  const change = (difference: Partial<SampleState>) => state.set({ ...state.get(), ...difference });

  return {
    state,
    read: state.get,
    change,
    /** Applies a change and logs it in the activity; resolves to the activity's line. */
    async act(kind: ActivityKind, subject: string, difference: Partial<SampleState>): Promise<string> {
      const event = activityText(kind, subject);
      const { activity } = state.get();
      const line = { id: activity.length + 1, kind, time: new Date().toISOString(), event };
      change({ ...difference, activity: [line, ...activity] });
      return event;
    },
  };
}

export type SampleStore = ReturnType<typeof createSampleStore>;
