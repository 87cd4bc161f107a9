/** Texts that the spec fixes word for word (docs/rules.md#s2-notifications). */
export const texts = {
  title: "Notifications",
  tagline: "Stay updated with content & interactions",
  clear: "Clear All",
  nothing: "No notifications found.",
  navigating: (label: string) => `Navigating to ${label}`,
} as const;
