import { listContent } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { sampleItem } from "../../../../tests/support/web/content-samples.ts";
import { answer, server } from "../../../../tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "../../../../tests/support/web/renderApp.tsx";

test("the member home has this order: header, banner, Personalized Feed, footer", async () => {
  server.use(answer(listContent, () => HttpResponse.json([sampleItem({ title: "Spot the phish" })])));
  storeSession();
  renderApp("/usersdashboard");
  const card = await screen.findByRole("heading", { level: 3, name: "Spot the phish" });
  const parts = [
    within(screen.getByRole("banner")).getByRole("button", { name: "Logout" }),
    screen.getByRole("heading", { level: 1, name: "Fresh stones on your trail" }),
    screen.getByRole("heading", { level: 2, name: "Personalized Feed" }),
    card,
    within(screen.getByRole("contentinfo")).getByText("© 2025 Cairn"),
  ];
  const inOrder = parts.every((part, index) => {
    const next = parts[index + 1];
    return !next || part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(inOrder).toBe(true);
});
