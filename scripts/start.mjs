import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";

process.chdir(root);
leaveWithNpm();
await prepareOrExit();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, "apps/server/dist/main.js")).href);

/**
 * When npm is killed or hangs up, nobody tells the server that npm started: it would live on unseen and keep the port.
 * Only under npm: whoever starts this file by hand may put it into the background and leave.
 */
function leaveWithNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
