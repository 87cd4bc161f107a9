import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Builds the site into apps/web/dist; fails when a first view weighs more than it may. Run it as a process of its own:
// a build sets NODE_ENV for everybody around it.
process.env.NODE_ENV = "production";
const { module } = await runnerImport(fileURLToPath(new URL("build/build.ts", import.meta.url)), {
  configFile: false,
  logLevel: "error",
});
await module.buildSite((address) => import(address));
