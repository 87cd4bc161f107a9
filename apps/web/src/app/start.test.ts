import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import source from "./start.js?raw";

/** Addresses that the page is asked to preload, the application first. */
const asked = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>("link")].map((link) => link.getAttribute("href"));

function open(body: string) {
  document.body.innerHTML = body;
  const script = document.createElement("script");
  script.dataset.scripts = "/assets/none.js /assets/other.js";
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // The application of this test is not there: nothing but the script itself answers.
  new Function("load", source.replaceAll("import(", "load("))(async () => ({}));
}

const ready = () => document.dispatchEvent(new Event("application-ready"));

beforeEach(() => localStorage.clear());
afterEach(() => {
  ready();
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset.session;
  delete document.documentElement.dataset.theme;
  vi.restoreAllMocks();
});

test("a visitor's page loads the application at a sign of the reader before it is idle, once", () => {
  open("<p>Text</p>");
  expect(asked()).toEqual([]);
  window.dispatchEvent(new Event("pointermove"));
  window.dispatchEvent(new Event("scroll"));
  expect(asked()).toEqual(["/assets/none.js", "/assets/other.js"]);
});

test("a member's page loads it at once and is marked before the first paint", () => {
  localStorage.setItem("refresh_token", "x");
  open("<p>Text</p>");
  expect(document.documentElement.dataset.session).toBe("");
  expect(asked()).toEqual(["/assets/none.js", "/assets/other.js"]);
});

test("the theme that was chosen on the device shows before the first paint, and nothing else does", () => {
  for (const [kept, shown] of [
    ["dark", "dark"],
    ["light", "light"],
    ["<b>", undefined],
  ] as const) {
    delete document.documentElement.dataset.theme;
    localStorage.setItem("theme", kept);
    open("<p>Text</p>");
    expect(document.documentElement.dataset.theme).toBe(shown);
  }
});

test("a button pressed too early is pressed once the application is there; links work meanwhile", () => {
  open(`<button>Share</button><a href="#here">Link</a>`);
  const pressed = vi.fn();
  const followed = vi.fn();
  screen.getByRole("button").addEventListener("click", pressed);
  screen.getByRole("link").addEventListener("click", followed);
  screen.getByRole("button").click();
  screen.getByRole("link").click();
  expect(pressed).not.toHaveBeenCalled();
  expect(followed).toHaveBeenCalledOnce();
  ready();
  expect(pressed).toHaveBeenCalledOnce();
  screen.getByRole("button").click();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test("words typed too early reach the application", () => {
  open(`<input type="search" />`);
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  box.value = "caching";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  const seen: string[] = [];
  box.addEventListener("input", () => seen.push(box.value));
  // Hydration may write its own value.
  box.value = "";
  ready();
  expect(seen).toEqual(["caching"]);
});

test("a link that needs the application waits for it; in a part that comes later, for that part", () => {
  open(`<a href="#bar" data-needs-app>Log In</a>
    <div data-waiting><a href="#box" data-needs-app>Log in to comment</a></div>`);
  const followed: (string | null)[] = [];
  document.body.addEventListener("click", ({ target }) => followed.push((target as Element).textContent));
  const box = screen.getByText("Log in to comment");
  screen.getByText("Log In").click();
  box.click();
  expect(followed).toEqual([]);

  ready();
  expect(followed).toEqual([]);
  screen.getByText("Log In").click();
  expect(followed).toEqual(["Log In"]);

  box.closest("div")?.removeAttribute("data-waiting");
  ready();
  expect(followed).toEqual(["Log In", "Log in to comment"]);
});

test("words typed into a part that comes later reach it, also where it puts a field of its own", () => {
  open(`<div data-waiting><textarea aria-label="Add a comment"></textarea></div>`);
  const type = (text: string) => {
    const box = screen.getByRole<HTMLTextAreaElement>("textbox");
    box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  type("Early");
  ready();
  type("Early words");
  const seen: string[] = [];
  document.body.addEventListener("input", ({ target }) => seen.push((target as HTMLTextAreaElement).value));
  document.body.innerHTML = `<textarea aria-label="Add a comment"></textarea>`;
  ready();
  expect(seen).toEqual(["Early words"]);
});
