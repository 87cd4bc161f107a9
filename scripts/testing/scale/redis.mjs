import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../free-port.mjs";
import { findProgram, isReady, lesserUser, makePrivateFolder } from "./programs.mjs";

/**
 * @typedef {object} ThrowAwayRedis
 * @property {string} url
 * @property {() => Promise<void>} kill ends it without warning; nothing of what it knew is left
 * @property {() => Promise<void>} start starts it again, at the same address
 * @property {() => void} hang it takes connections, and answers nothing
 * @property {() => void} goOn
 * @property {() => Promise<void>} remove ends it and leaves nothing
 */

const sign = /** @type {const} */ ({
  name: "Redis",
  speaksOn: "stdout",
  words: "Ready to accept connections",
  within: 20_000,
  end: "SIGKILL",
});
const missing =
  "There is no redis-server on this machine: install one (Debian: apt-get install redis-server), " +
  "or set REDIS_URL to one that tests may write to.";

/** The server's file on this machine, or null: a Valkey is as good. */
export const findRedis = () => findProgram("redis-server") ?? findProgram("valkey-server");

/**
 * Starts a temporary Redis that stores nothing, on a free port. Under root it runs as another user. It ends with this
 * process, unless that is killed with kill -9.
 * @returns {Promise<ThrowAwayRedis>}
 */
export async function openRedis() {
  const program = findRedis();
  if (program === null) throw new Error(missing);
  const user = lesserUser();
  const folder = makePrivateFolder(user);
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir: folder.path };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  /** @type {import("node:child_process").ChildProcess | null} */
  let server = null;
  const end = () => server?.kill("SIGKILL");
  process.once("exit", end);

  async function start() {
    // A process group of its own: Ctrl-C reaches the tests first, and their servers end while it still answers.
    const child = spawn(program ?? "", args, {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      ...user,
    });
    server = child;
    await isReady(child, sign);
  }
  async function kill() {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => void server?.kill("SIGSTOP"),
    goOn: () => void server?.kill("SIGCONT"),
    async remove() {
      await kill();
      process.off("exit", end);
      folder.remove();
    },
  };
}
