import { listProviders } from "@cairn/contract";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { answer, server, silence } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { SocialButtons, takeSignInMark } from "./SocialButtons.tsx";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["Google", "/auth/login/google"],
  ["GitHub", "/auth/login/github"],
])("%s sends the browser to %s, where the server takes over", async (name, address) => {
  // jsdom goes nowhere.
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  render(<SocialButtons />);
  await userEvent.click(await screen.findByRole("button", { name }));
  expect(assign.mock.calls).toEqual([[address]]);
  expect(takeSignInMark(), "the way back is let in").toEqual({ from: null });
  expect(takeSignInMark(), "a second time").toBeNull();
});

test("the invitation of the address goes along", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  render(<SocialButtons invitation="5.abc" />);
  await userEvent.click(await screen.findByRole("button", { name: "GitHub" }));
  expect(assign.mock.calls).toEqual([["/auth/login/github?invitation=5.abc"]]);
});

test.each([
  ["those that the site has set up", [{ id: "github", name: "GitHub" }], ["GitHub"]],
  [
    "those that its operator has added, under their names",
    [
      { id: "google", name: "Google" },
      { id: "school", name: "Springfield School" },
    ],
    ["Google", "Springfield School"],
  ],
  ["none, and no word about them, where none is set up", [], []],
])("the buttons are %s", async (_, items, names) => {
  server.use(answer(listProviders, () => HttpResponse.json({ items })));
  render(<SocialButtons />);
  await waitFor(() =>
    expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(names),
  );
  expect(screen.queryAllByText("or continue with")).toHaveLength(Math.sign(names.length));
});

test("both stand where the server cannot be asked", async () => {
  let asked = 0;
  server.use(
    answer(listProviders, () => {
      asked += 1;
      return silence();
    }),
  );
  const { container } = render(<SocialButtons />);
  await waitFor(() => expect(asked).toBe(1));
  await waitFor(() => expect(container.querySelector(".kit-hidden")).toBeNull());
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Google", "GitHub"]);
});
