// incident-checklist.pdf: one page, set by Chromium in the site's own families, text kept as text.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { placeOf } from "./places.mjs";

export async function make({ here, work }) {
  const page = join(work, "incident-checklist.html");
  writeFileSync(
    page,
    readFileSync(join(here, "incident-checklist.html"), "utf8").replaceAll("FONTS", join(work, "fonts")),
  );
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  const tab = await browser.newPage();
  await tab.goto(`file://${page}`);
  await tab.evaluate(() => document.fonts.ready);
  const raw = join(work, "raw.pdf");
  await tab.pdf({ path: raw, preferCSSPageSize: true, printBackground: true, tagged: true });
  await browser.close();

  // Only the title stays; tool names and times go, and so does exiftool's undo history, by the rewrite.
  const bare = join(work, "bare.pdf");
  execFileSync("exiftool", ["-q", "-m", "-all:all=", "-Title=Incident checklist", "-o", bare, raw]);
  const file = placeOf("incident-checklist.pdf");
  execFileSync("qpdf", ["--linearize", "--object-streams=generate", "--deterministic-id", bare, file]);
  return `incident-checklist.pdf ${statSync(file).size} bytes`;
}
