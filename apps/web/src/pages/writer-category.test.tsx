import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { emptyJournal } from "../../../../tests/support/web/journal.ts";
import { renderApp } from "../../../../tests/support/web/renderApp.tsx";
import { receive, signInAsWriter } from "../../../../tests/support/web/writing-answers.ts";
import { writeWords } from "../features/drafts/journal.ts";

test("a category that is not of the fixed list is refused: 'Invalid category selected.'", async () => {
  await emptyJournal();
  signInAsWriter();
  const sent = receive();
  // Unsent work from before the list changed: the select itself offers no other.
  const values = { title: "Stones", category: "Gardening", description: "How to stack them." };
  await writeWords({ owner: 7, form: "new" }, values);
  const { user } = renderApp("/my-posts");
  await screen.findByText(/^Your unsent work is back/);
  const file = new File(["%PDF"], "stones.pdf", { type: "application/pdf" });
  fireEvent.change(screen.getByLabelText("File"), { target: { files: [file] } });
  await user.click(screen.getByRole("button", { name: "Submit for Approval" }));
  const error = within(await screen.findByRole("dialog", { name: "Error" }));
  expect(error.getByText("Invalid category selected.")).toBeDefined();
  expect(sent).toEqual([]);
});
