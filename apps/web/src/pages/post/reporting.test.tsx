import { reportContent } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { sampleDetail } from "@tests/support/web/content-samples.ts";
import { answer, idAndBody, refusal, sentTo, server } from "@tests/support/web/fake-api.ts";
import { answerPost } from "@tests/support/web/post-answers.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

async function openPost(more: Parameters<typeof sampleDetail>[0] = {}) {
  answerPost(sampleDetail(more));
  const view = renderApp("/posts/4");
  await screen.findByRole("button", { name: "Share this page" });
  return view;
}

async function openReport() {
  storeSession();
  const { user } = await openPost();
  await user.click(await screen.findByRole("button", { name: "Report this post" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Report this post" })) };
}

test("a member reports a post to the admins with a reason", async () => {
  const sent = sentTo(
    reportContent,
    () => HttpResponse.json({ message: "Reported" }, { status: 201 }),
    idAndBody,
  );
  const { user, dialog } = await openReport();
  await user.type(dialog.getByLabelText("What is wrong with it?"), " The second command is wrong. ");
  await user.click(dialog.getByRole("button", { name: "Report" }));
  expect(await screen.findByText("Thank you. The admins will look at it.")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([["4", { reason: "The second command is wrong." }]]);
});

test("a report needs a reason", async () => {
  const { user, dialog } = await openReport();
  await user.type(dialog.getByLabelText("What is wrong with it?"), "   ");
  await user.click(dialog.getByRole("button", { name: "Report" }));
  expect(await dialog.findByText("Please say what is wrong.")).toBeDefined();
});

test("a report that failed to send says why and keeps the text", async () => {
  server.use(answer(reportContent, () => refusal("too_many_requests")));
  const { user, dialog } = await openReport();
  await user.type(dialog.getByLabelText("What is wrong with it?"), "A broken link.");
  await user.click(dialog.getByRole("button", { name: "Report" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Your report was not sent.");
  expect((dialog.getByLabelText("What is wrong with it?") as HTMLTextAreaElement).value).toBe(
    "A broken link.",
  );
});

const noReport = () => expect(screen.queryByRole("button", { name: "Report this post" })).toBeNull();

test("visitors cannot report a post", async () => {
  await openPost();
  noReport();
});

test.each([
  ["authors of a post", { author_id: 7 }],
  ["readers of what is not public", { status: "Pending", published_at: null }],
] as const)("%s cannot report it", async (_who, item) => {
  storeSession();
  await openPost(item);
  noReport();
});
