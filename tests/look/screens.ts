import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Account, demo, signIn } from "../support/site/accounts.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly who?: Account;
  /** The accessible name of a button to press before the picture is taken. */
  readonly press?: RegExp;
}

const { member, writer, admin, newAdmin } = demo;

const pictures: readonly Picture[] = [
  { name: "landing", path: "/" },
  { name: "login", path: "/login" },
  { name: "register", path: "/register" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "confirm-email", path: "/confirm-email" },
  { name: "not-found", path: "/no/such/place" },
  { name: "library", path: "/posts" },
  { name: "library-search", path: "/posts?q=postgres" },
  { name: "library-empty", path: "/posts?q=qqqqqq" },
  { name: "post", path: "/posts/1" },
  { name: "author", path: "/authors/2" },
  { name: "author-missing", path: "/authors/999999" },
  { name: "ledger", path: "/ledger" },
  { name: "visitor-home", path: "/home" },
  { name: "visitor-profile", path: "/profile" },
  { name: "visitor-content", path: "/content" },
  { name: "visitor-notifications", path: "/notifications" },
  { name: "visitor-admin-home", path: "/admin-home" },
  { name: "home", path: "/home", who: member },
  { name: "feedpage", path: "/feedpage", who: member },
  { name: "feedpage-video", path: "/feedpage", who: member, press: /Watch Now/ },
  { name: "feedpage-article", path: "/feedpage", who: member, press: /Read Article/ },
  { name: "category", path: "/category", who: member },
  { name: "category-video", path: "/category", who: member, press: /Watch Now/ },
  { name: "category-article", path: "/category", who: member, press: /Read Article/ },
  { name: "notifications", path: "/notifications", who: member },
  { name: "notificationss", path: "/notificationss", who: member },
  { name: "create-post", path: "/create-post", who: member },
  { name: "usersdashboard", path: "/usersdashboard", who: member },
  { name: "profile", path: "/profile", who: member },
  { name: "member-post", path: "/posts/1", who: member },
  { name: "techwriterdashboard", path: "/techwriterdashboard", who: writer },
  { name: "my-posts", path: "/my-posts", who: writer },
  { name: "content", path: "/content", who: writer },
  { name: "tech-writer-flagged", path: "/tech-writer-flagged", who: writer },
  { name: "tech-writer-profile", path: "/tech-writer-profile", who: writer },
  ...[
    "admin-home",
    "user-management",
    "content-management",
    "categories-management",
    "admin-profile",
  ].flatMap((screen) => [
    { name: `sample-${screen}`, path: `/${screen}`, who: newAdmin },
    { name: `live-${screen}`, path: `/${screen}`, who: admin },
  ]),
];

const widths = [390, 768, 1440];
/** A little after the server's own clock. */
const moment = Date.UTC(2026, 2, 2, 9, 1);

/** Runs in the page. Timers and frames work: only the current time is fixed. */
function stopDate(instant: number): void {
  const RealDate = Date;
  window.Date = class extends RealDate {
    constructor(...parts: [] | [string | number | Date]) {
      super(...((parts.length === 0 ? [instant] : parts) as [number]));
    }
    static override now() {
      return instant;
    }
  } as DateConstructor;
}
const folder = process.env.CAIRN_LOOK ?? "";

// The journeys check for problems of a screen.
test.use({ baseURL: process.env.CAIRN_URL });

for (const { name, path, who, press } of pictures) {
  test(name, async ({ page }) => {
    await page.addInitScript(stopDate, moment);
    // External addresses may or may not answer, from one run to the next.
    await page.route(
      (url) => url.hostname !== "localhost",
      (route) => route.abort(),
    );
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (who) await signIn(page, who);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState("networkidle");
        // An open modal is open again after a reload.
        const isOpen = await page.getByRole("dialog").isVisible();
        if (press && !isOpen) await page.getByRole("button", { name: press }).first().click();
        await page.evaluate(async () => {
          for (const image of document.images) image.loading = "eager";
          await Promise.allSettled([...document.images].map((image) => image.decode()));
          await document.fonts.ready;
        });
        await page.waitForLoadState("networkidle");
        await page.screenshot({
          path: join(folder, `${name}.${width}.${colorScheme}.png`),
          // A modal covers the window only.
          fullPage: !press,
          animations: "disabled",
          caret: "hide",
        });
      }
    }
  });
}
