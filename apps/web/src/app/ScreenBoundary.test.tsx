import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../lib/api/api-error.ts";
import { ScreenBoundary, watchLoadErrors } from "./ScreenBoundary.tsx";

/** Whatever the screen throws until it is mended. */
let trouble: unknown;

function Screen() {
  if (trouble) throw trouble;
  return <p>All is well</p>;
}

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate("/elsewhere")}>
      Elsewhere
    </button>
  );
}

const open = () =>
  render(
    <MemoryRouter>
      <Elsewhere />
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </MemoryRouter>,
  );

beforeEach(() => {
  // React reports what a boundary caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test("a crashed screen can be tried again, and shows the id of the failed request", async () => {
  trouble = new ApiError("internal_error", 500, { request_id: "request-5" });
  open();
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeDefined();
  expect(screen.getByText("Request request-5")).toBeDefined();
  trouble = undefined;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("All is well")).toBeDefined();
});

test("navigation to another screen leaves the error screen", async () => {
  trouble = "a text is an error too";
  open();
  expect(screen.getByRole("link", { name: "Go to the home page" })).toHaveProperty("pathname", "/");
  trouble = undefined;
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(screen.getByText("All is well")).toBeDefined();
});

test("a chunk that is missing after a deploy is recognized, and a reload is offered", () => {
  watchLoadErrors();
  const gone = new TypeError("Failed to fetch dynamically imported module");
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: gone }));
  trouble = gone;
  open();
  expect(screen.getByRole("heading", { name: "This page could not be loaded" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
});
