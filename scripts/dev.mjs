import "./setup/node-version.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { forgetBuilds } from "./setup/builds.mjs";
import { leaveWithNpm } from "./setup/leave-with-npm.mjs";
import { root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";

const serverPort = process.env.PORT ?? "5000";
const sitePort = 5173;

process.chdir(root);
leaveWithNpm();
await prepareOrExit();
// From here on the watcher keeps dist up to date, so the build stamp is no longer valid.
forgetBuilds(["server"]);

/** @type {import("node:child_process").ChildProcess | null} */
let server = null;
let stopping = false;
/** Restarts run one after the other, because the next server needs the data directory to be free. */
let turn = Promise.resolve();

const { watchServer } = await import("../apps/server/build.mjs");
const endWatch = await watchServer((ok) => {
  if (ok) turn = turn.then(restartServer);
});
const { createServer } = await import("vite");
const site = await createServer({ root: join(root, "apps/web") });
await site.listen();
console.log(
  `The site with live changes is at http://localhost:${sitePort}; the server behind it is on ${serverPort}.`,
);

// The terminal sends Ctrl-C to the server as well, and npm may repeat it here: the first one ends all.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([site.close(), endWatch(), turn.then(stopServer)]);
    process.exit(0);
  });
}

async function restartServer() {
  await stopServer();
  if (stopping) return;
  const env = { ...process.env, PORT: serverPort, PUBLIC_URL: `http://localhost:${sitePort}` };
  server = spawn(process.execPath, ["--enable-source-maps", "apps/server/dist/main.js"], {
    env,
    stdio: "inherit",
  });
  server.once("exit", (code) => {
    server = null;
    if (code && !stopping) console.error("The server ended; it starts again with the next change.");
  });
}

function stopServer() {
  return new Promise((resolve) => {
    if (!server) return resolve(undefined);
    server.once("exit", resolve);
    server.kill("SIGTERM");
  });
}
