import { type ActivityKind, activityText } from "@cairn/contract";
import type { Activity, AdminCategory, AdminContent, AdminProfile, AdminUser } from "../admin-model.ts";
import { sampleContents } from "./sample-contents.ts";

export interface SampleState {
  users: readonly AdminUser[];
  contents: readonly AdminContent[];
  categories: readonly AdminCategory[];
  /** Newest first. */
  activity: readonly Activity[];
  profile: AdminProfile;
}

/** The initial state when the page opens. */
export const freshState = (now: number): SampleState => ({
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

/** `posts` counts the sample's own content. */
const sampleCategories: readonly AdminCategory[] = [
  {
    id: 1,
    name: "Fullstack Development",
    description: "From the database to the last pixel, and what travels between them.",
    posts: 4,
  },
  {
    id: 2,
    name: "Cyber Security",
    description: "How systems are attacked, and the habits that keep them safe.",
    posts: 4,
  },
  {
    id: 3,
    name: "Data Science",
    description: "Asking data good questions, and doubting the answers.",
    posts: 2,
  },
  {
    id: 4,
    name: "Mobile Development",
    description: "Apps for small screens, slow networks and busy people.",
    posts: 1,
  },
  {
    id: 5,
    name: "Artificial Intelligence",
    description: "Models, what they are good for, and where they fail.",
    posts: 1,
  },
];

const sampleUsers: readonly AdminUser[] = [
  { id: 8, name: "Priya Raman", email: "priya@example.com", role: "User", active: true },
  { id: 7, name: "Daniel Mensah", email: "daniel@example.com", role: "TechWriter", active: true },
  { id: 6, name: "Test Account", email: "test.account@example.com", role: "User", active: false },
  { id: 5, name: "Leila Haddad", email: "leila@example.com", role: "TechWriter", active: true },
  { id: 4, name: "Grace Wanjiku", email: "grace@example.com", role: "Admin", active: true },
  { id: 3, name: "Kofi Asante", email: "kofi@example.com", role: "User", active: true },
  { id: 2, name: "Amina Yusuf", email: "amina@example.com", role: "User", active: true },
  { id: 1, name: "Samuel Njoroge", email: "samuel@example.com", role: "TechWriter", active: true },
];

/** The user of the sample's profile screen. */
const sampleProfile: AdminProfile = { name: "Grace Wanjiku", email: "grace@example.com" };

const minute = 60_000;
const hour = 60 * minute;

/** Each entry starts with its age. */
const lines: readonly [passed: number, kind: ActivityKind, subject: string][] = [
  [18 * minute, "contentApproved", "Reading a query plan"],
  [45 * minute, "userCreated", "Priya Raman"],
  [2 * hour, "contentFlagged", "Hashing passwords in ten minutes"],
  [25 * hour, "categoryCreated", "Artificial Intelligence"],
  [27 * hour, "userDeactivated", "Test Account"],
  [74 * hour, "contentRemoved", "Best free VPNs 2025"],
];

const sampleActivity = (now: number): Activity[] =>
  lines.map(([passed, kind, subject], index) => ({
    id: lines.length - index,
    kind,
    time: new Date(now - passed).toISOString(),
    event: activityText(kind, subject),
  }));
