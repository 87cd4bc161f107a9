import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { SocialButtons } from "./SocialButtons.tsx";
import { takeSignInMark } from "./sign-in-mark.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["Google", "/auth/login/google"],
  ["GitHub", "/auth/login/github"],
])("%s sends the browser to %s, where the server takes over", async (name, address) => {
  // jsdom goes nowhere.
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  render(<SocialButtons />);
  await userEvent.click(screen.getByRole("button", { name }));
  expect(assign.mock.calls).toEqual([[address]]);
  expect(takeSignInMark(), "the way back is let in").toBe(true);
  expect(takeSignInMark(), "a second time").toBe(false);
});
