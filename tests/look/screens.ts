import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Account, demo, signIn } from "../support/site/accounts.ts";
import { mirrorPage } from "../support/site/mirror.ts";
import { movePointer } from "../support/site/pointer.ts";
import { settled, stillPage } from "./still-page.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly who?: Account;
  /** The accessible name of a button to press before the picture is taken. */
  readonly press?: RegExp;
  /** The page reads from right to left. */
  readonly mirrored?: true;
}

const { member, writer, admin, newAdmin } = demo;

const pictures: readonly Picture[] = [
  { name: "landing", path: "/" },
  { name: "login", path: "/login" },
  { name: "register", path: "/register" },
  { name: "register-invited", path: "/register?invitation=1.abc" },
  { name: "waiting", path: "/waiting" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "confirm-email", path: "/confirm-email" },
  { name: "not-found", path: "/no/such/place" },
  { name: "library", path: "/posts" },
  { name: "library-search", path: "/posts?q=postgres" },
  { name: "library-empty", path: "/posts?q=qqqqqq" },
  { name: "post", path: "/posts/1" },
  { name: "post-arabic", path: "/posts/52" },
  { name: "series", path: "/series/1" },
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
  { name: "profile-new-token", path: "/profile", who: member, press: /^New token/ },
  { name: "saved", path: "/saved", who: member },
  { name: "history", path: "/history", who: member },
  { name: "member-post", path: "/posts/1", who: member },
  { name: "techwriterdashboard", path: "/techwriterdashboard", who: writer },
  { name: "my-posts", path: "/my-posts", who: writer },
  { name: "content", path: "/content", who: writer },
  { name: "tech-writer-flagged", path: "/tech-writer-flagged", who: writer },
  { name: "content-still-true", path: "/content", who: writer, press: /^Still true/ },
  { name: "tech-writer-profile", path: "/tech-writer-profile", who: writer },
  { name: "live-due", path: "/content-management?view=due", who: admin },
  { name: "live-renew", path: "/content-management?view=due", who: admin, press: /^Renew/ },
  { name: "live-new-webhook", path: "/admin/webhooks", who: admin, press: /^New webhook/ },
  { name: "live-end-version", path: "/content-management?view=due", who: admin, press: /^End a version/ },
  ...[
    "admin-home",
    "user-management",
    "content-management",
    "categories-management",
    "admin-profile",
    "admin/webhooks",
  ].flatMap((screen) => [
    { name: `sample-${screen.replace("/", "-")}`, path: `/${screen}`, who: newAdmin },
    { name: `live-${screen.replace("/", "-")}`, path: `/${screen}`, who: admin },
  ]),
  { name: "live-settings", path: "/admin/settings", who: admin },
  { name: "live-status", path: "/admin/settings?view=status", who: admin },
  { name: "live-invitations", path: "/admin/invitations", who: admin },
  { name: "live-pages", path: "/admin/pages", who: admin },
  { name: "live-new-page", path: "/admin/pages?edit=", who: admin },
  { name: "rtl-home", path: "/home", who: member, mirrored: true },
  { name: "rtl-library", path: "/posts", mirrored: true },
  { name: "rtl-post-arabic", path: "/posts/52", mirrored: true },
  { name: "rtl-create-post", path: "/create-post", who: member, mirrored: true },
  { name: "rtl-my-posts", path: "/my-posts", who: writer, mirrored: true },
  { name: "rtl-desk", path: "/content-management", who: admin, mirrored: true },
  { name: "rtl-profile", path: "/profile", who: member, mirrored: true },
];

const widths = [390, 768, 1440];
const folder = process.env.CAIRN_LOOK ?? "";

// The journeys check for problems of a screen.
test.use({ baseURL: process.env.CAIRN_URL });

for (const { name, path, who, press, mirrored } of pictures) {
  test(name, async ({ page }) => {
    if (mirrored) await page.addInitScript(mirrorPage);
    await stillPage(page);
    if (who) await signIn(page, who);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path);
        await movePointer(page);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState("networkidle");
        // An open modal is open again after a reload.
        const isOpen = await page.getByRole("dialog").isVisible();
        if (press && !isOpen) await page.getByRole("button", { name: press }).first().click();
        if (press) await expect(page.getByRole("dialog")).toBeVisible();
        await settled(page);
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
