/** A category that a form offers. */
export interface FormCategory {
  readonly id: number;
  readonly name: string;
}

/** The fixed list of the writers' form, with which a site begins (docs/rules.md#s3-category-lists). */
export const writerCategories: readonly FormCategory[] = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
].map((name, index) => ({ id: index + 1, name }));

/** The fixed list of the create screen. */
export const postCategories = writerCategories.slice(0, 2);

/** Texts of the writers' screens that the spec fixes word for word (sections 2, 5 and 8). */
export const texts = {
  submit: "Submit for Approval",
  fieldsMissing: "Please fill in all fields and upload a file.",
  submitted: "Content submitted for approval!",
  submitFailed: "Failed to submit content.",
  noContent: "No content found.",
  noFlagged: "No flagged content found.",
  noNotifications: "No notifications found.",
  sureTitle: "Are you sure?",
  sure: (title: string) => `You are about to delete "${title}". This action cannot be undone.`,
  sureYes: "Yes, delete it!",
  deletedTitle: "Deleted!",
  deleted: "Your flagged content has been deleted.",
  errorTitle: "Error",
  deleteFailed: "Failed to delete content.",
} as const;
