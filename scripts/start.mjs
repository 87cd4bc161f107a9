import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { leaveWithNpm } from "./setup/leave-with-npm.mjs";
import { root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";

// A full disk under the terminal's file does not end the start.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.chdir(root);
leaveWithNpm();
await prepareOrExit();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, "apps/server/dist/main.js")).href);
