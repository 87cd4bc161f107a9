import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../../tests/support/web/renderApp.tsx";

test("the register screen speaks of verified tech insights, stories and inspirations", async () => {
  renderApp("/register");
  await screen.findByRole("heading", { level: 1, name: "Register" });
  expect(screen.getByText("Verified tech insights, stories and inspirations")).toBeDefined();
});
