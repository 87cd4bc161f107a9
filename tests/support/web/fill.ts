import type { UserEvent } from "@testing-library/user-event";

/**
 * Puts a text into a field at once, as a password manager or the clipboard does. For what a test only needs to be there:
 * each key that is typed renders the screen again.
 */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
