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
