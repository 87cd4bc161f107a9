import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import source from "./start.js?raw";

/** Addresses that the page is asked to preload, the application first. */
const asked = () =>
  [...document.head.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href"));
const fonts = () => document.head.querySelectorAll('link[href="/assets/font.woff2"]').length;

function open(body: string, isShared = false) {
  document.body.innerHTML = body;
  const script = document.createElement("script");
  script.dataset.scripts = "/assets/none.js /assets/other.js";
  script.dataset.shared = "/assets/none.js";
  script.dataset.fonts = "/assets/font.woff2";
  if (isShared) script.dataset.studio = "";
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // The application of this test is not there: nothing but the script itself answers.
  const run = vi.fn(async () => ({}));
  new Function("load", source.replaceAll("import(", "load("))(run);
  return { run };
}

const ready = () => document.dispatchEvent(new Event("application-ready"));

beforeEach(() => {
  localStorage.clear();
  // Idle only where a test says so: a timer of the script must not outlive its page.
  vi.stubGlobal("requestIdleCallback", () => 0);
});
afterEach(() => {
  document.body.replaceChildren();
  // The script lets go of a page in which nothing waits.
  ready();
  document.head.replaceChildren();
  delete document.documentElement.dataset.session;
  delete document.documentElement.dataset.studio;
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.fonts;
  Reflect.deleteProperty(navigator, "connection");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a visitor's page runs the application at the first sign of the reader, once", () => {
  const { run } = open("<p>Text</p>");
  expect(asked()).toEqual([]);
  const move = (movementX: number) =>
    window.dispatchEvent(Object.assign(new Event("pointermove"), { movementX, movementY: 0 }));
  // The page loaded under a pointer that rests.
  move(0);
  expect(asked()).toEqual([]);
  move(1);
  window.dispatchEvent(new Event("scroll"));
  expect(asked()).toEqual(["/assets/none.js", "/assets/other.js"]);
  expect(run.mock.calls).toEqual([["/assets/none.js"]]);
});

describe("once the browser is idle, without a sign of the reader,", () => {
  const fetched = () =>
    [...document.head.querySelectorAll("link[rel=prefetch]")].map((link) => link.getAttribute("href"));
  const stand = (facts: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(facts))
      Object.defineProperty(navigator, name, { value, configurable: true });
  };
  function openIdle(path = "/posts/1") {
    history.replaceState(null, "", path);
    vi.stubGlobal("requestIdleCallback", (task: () => void) => task());
    const { run } = open("<p>Text</p>");
    window.dispatchEvent(new Event("load"));
    return run;
  }
  afterEach(() => {
    Reflect.deleteProperty(navigator, "serviceWorker");
    history.replaceState(null, "", "/");
  });

  test("a first visit fetches the files that all screens share, and runs none", () => {
    const run = openIdle();
    expect(fetched()).toEqual(["/assets/none.js"]);
    expect(run).not.toHaveBeenCalled();
  });

  test("a first visit that saves data fetches none", () => {
    stand({ connection: { saveData: true } });
    expect(openIdle()).not.toHaveBeenCalled();
    expect(fetched()).toEqual([]);
  });

  test("the landing page fetches none: its links lead to whole pages", () => {
    expect(openIdle("/")).not.toHaveBeenCalled();
    expect(fetched()).toEqual([]);
  });

  test("a page that may come from the device runs the application, which says so", () => {
    stand({ serviceWorker: { controller: {} } });
    expect(openIdle()).toHaveBeenCalledOnce();
    expect(fetched()).toEqual([]);
  });
});

test("a member's page loads it at once and is marked before the first paint", () => {
  localStorage.setItem("refresh_token", "x");
  localStorage.setItem("user_role", "TechWriter");
  open("<p>Text</p>");
  expect(document.documentElement.dataset.session).toBe("TechWriter");
  expect(asked()).toEqual(["/assets/none.js", "/assets/other.js"]);
});

test("room for a writer's or an admin's own frame is there before the first paint, on pages that everyone reads", () => {
  localStorage.setItem("refresh_token", "x");
  const hasRoom = (role: string, isShared: boolean) => {
    delete document.documentElement.dataset.studio;
    localStorage.setItem("user_role", role);
    open("<p>Text</p>", isShared);
    ready();
    return "studio" in document.documentElement.dataset;
  };
  expect(hasRoom("TechWriter", true)).toBe(true);
  expect(hasRoom("Admin", true)).toBe(true);
  expect(hasRoom("User", true)).toBe(false);
  expect(hasRoom("Admin", false)).toBe(false);
});

test("fonts come with the page; on a slow line after it, whose text keeps the reader's own", () => {
  open("<p>Text</p>");
  expect(fonts()).toBe(1);
  expect(document.documentElement.dataset.fonts).toBeUndefined();
  ready();
  document.head.replaceChildren();

  Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g" }, configurable: true });
  open("<p>Text</p>");
  expect(fonts()).toBe(0);
  expect(document.documentElement.dataset.fonts).toBe("own");
  window.dispatchEvent(new Event("load"));
  expect(fonts()).toBe(1);
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

test("a press and dictated words that come without any move run the application too", () => {
  for (const type of ["click", "input"]) {
    const { run } = open(`<input aria-label="Search" />`);
    screen.getByRole("textbox").dispatchEvent(new Event(type, { bubbles: true }));
    expect(run, type).toHaveBeenCalledOnce();
    ready();
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

test("a choice made too early reaches the list that the application puts in its place", () => {
  const options = "<option value=''>All</option><option value='ar'>العربية</option>";
  open(`<select aria-label="Language">${options}</select>`);
  const early = screen.getByRole<HTMLSelectElement>("combobox");
  early.value = "ar";
  early.dispatchEvent(new Event("input", { bubbles: true }));
  const seen: string[] = [];
  document.body.addEventListener("change", ({ target }) => seen.push((target as HTMLSelectElement).value));
  document.body.innerHTML = `<select aria-label="Language">${options}</select>`;
  ready();
  expect(seen).toEqual(["ar"]);
});

test("who is typing when the application comes goes on where they are", async () => {
  open(`<input type="search" />`);
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  box.focus();
  box.value = "caching";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.setSelectionRange(0, 5);
  box.dispatchEvent(new Event("selectionchange", { bubbles: true }));
  // A selection of the page's own text is none of a field's.
  document.dispatchEvent(new Event("selectionchange"));
  // Hydration writes its own value, and the application that of the words later.
  box.value = "";
  box.dispatchEvent(new Event("selectionchange", { bubbles: true }));
  box.addEventListener("input", () => queueMicrotask(() => Object.assign(box, { value: "caching" })));
  ready();
  await Promise.resolve();
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(["caching", 0, 5]);
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
  // Its place is empty while the part is replaced.
  document.body.innerHTML = "";
  ready();
  document.body.innerHTML = `<textarea aria-label="Add a comment"></textarea>`;
  ready();
  expect(seen).toEqual(["Early words"]);
});
