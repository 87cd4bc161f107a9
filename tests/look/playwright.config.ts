import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

/** Takes a picture of every screen, or those of the guides: `npm run look`. */
export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "./global-setup.ts",
  projects: [{ name: "pictures", testMatch: process.env.CAIRN_LOOK_GUIDES ? "guides.ts" : "screens.ts" }],
  outputDir: "../../test-results",
  // One at a time: a busy machine would catch screens half loaded.
  workers: 1,
});
