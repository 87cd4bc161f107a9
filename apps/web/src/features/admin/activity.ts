/** How the activity words each action (spec section 4). */
const words = {
  userCreated: "User created",
  userUpdated: "User updated",
  userDeactivated: "User deactivated",
  userActivated: "User activated",
  categoryCreated: "Category created",
  categoryUpdated: "Category updated",
  categoryDeleted: "Category deleted",
  contentApproved: "Content approved",
  contentFlagged: "Content flagged",
  contentRemoved: "Content removed",
} as const;

export type ActivityKind = keyof typeof words;

export interface Activity {
  id: number;
  kind: ActivityKind;
  /** ISO 8601. */
  time: string;
  event: string;
}

/** "User created: Priya Raman"; titles stand in quotation marks. */
export const eventText = (kind: ActivityKind, subject: string) =>
  `${words[kind]}: ${kind.startsWith("content") ? `“${subject}”` : subject}`;
