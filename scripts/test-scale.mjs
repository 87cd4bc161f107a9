import "./setup/node-version.mjs";
import { prepare } from "./setup/prepare.mjs";
import { runTestCommand } from "./testing/command.mjs";
import { withServers } from "./testing/scale/servers.mjs";
import { runInstances, runOnBothEngines } from "./testing/scale/suites.mjs";

const usage = "npm run test:scale [-- server | instances [part of a file name ...]]";

const [name = "all", ...filter] = process.argv.slice(2);
if (!["all", "server", "instances"].includes(name)) {
  console.error(usage);
  process.exit(1);
}
await runTestCommand("npm run test:scale", async (runPart) => {
  await prepare();
  await withServers(async (servers) => {
    if (name !== "instances") {
      await runPart("Server tests on PostgreSQL and Redis", () => runOnBothEngines(servers, filter));
    }
    if (name !== "server") {
      await runPart("Several instances", () => runInstances("instances", servers, filter));
    }
  });
});
