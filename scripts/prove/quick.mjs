import { prepare } from "../setup/prepare.mjs";
import { runTestCommand } from "../testing/command.mjs";

/**
 * Runs the proofs once, at their smallest honest counts, as the tests that they are.
 * @param {string[]} words one part (server, e2e or instances) and parts of file names; none: all
 */
export async function proveQuickly([name = "all", ...filter]) {
  if (!["all", "server", "e2e", "instances"].includes(name)) {
    console.error("npm run prove -- --quick [server | e2e | instances [part of a file name ...]]");
    process.exit(1);
  }
  await runTestCommand("npm run prove -- --quick", async (runPart) => {
    await prepare();
    const { runPlaywright, runVitest } = await import("../testing/suites.mjs");
    if (name === "all" || name === "server") {
      await runPart("Proofs of the server", () => runVitest(["proofs"], filter));
    }
    if (name === "all" || name === "e2e") {
      const { ensureBrowser } = await import("../testing/browser.mjs");
      const browser = await ensureBrowser();
      await runPart("Proofs around a server", () => runPlaywright("proofs", filter, { browser }));
    }
    if (name === "all" || name === "instances") {
      const { withServers } = await import("../testing/scale/servers.mjs");
      const { runInstances } = await import("../testing/scale/suites.mjs");
      await withServers((servers) =>
        runPart("Proofs with several instances", () => runInstances("proofs", servers, filter)),
      );
    }
  });
}
