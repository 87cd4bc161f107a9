import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../free-port.mjs";
import { findPostgres, isReady, lesserUser, makePrivateFolder } from "./programs.mjs";

/**
 * @typedef {object} ThrowAwayPostgres
 * @property {string} url of its own database, whose user may make others
 * @property {() => number} pid of the process whose children answer
 * @property {() => Promise<void>} halt ends it as an operator does in a hurry: sessions are cut, nothing is lost
 * @property {() => Promise<void>} start starts it again, at the same address, on the same data
 * @property {() => Promise<void>} remove ends it and leaves nothing
 */

/** Temporary data need not survive a power cut. */
const careless = [
  ["fsync", "off"],
  ["synchronous_commit", "off"],
  ["full_page_writes", "off"],
];
const settings = [
  ["max_connections", "300"],
  ["listen_addresses", "127.0.0.1"],
  ["unix_socket_directories", ""],
  ["lc_messages", "C"],
];
const sign = /** @type {const} */ ({
  name: "PostgreSQL",
  speaksOn: "stderr",
  words: "database system is ready to accept connections",
  within: 60_000,
  end: "SIGQUIT",
});
const missing =
  "There is no PostgreSQL 15 or newer on this machine: install one (Debian: apt-get install postgresql), " +
  "or set DATABASE_URL to one whose user may create databases.";

/**
 * Starts a temporary PostgreSQL in a private folder on a free port. Under root it runs as another user, which
 * PostgreSQL demands. It ends with this process, unless that is killed with kill -9.
 * @param {{ durable?: boolean }} [options] durable: a commit waits for the disk, as it does on a real server
 * @returns {Promise<ThrowAwayPostgres>}
 */
export async function openPostgres({ durable = false } = {}) {
  const programs = findPostgres();
  if (programs === null) throw new Error(missing);
  const user = lesserUser();
  const folder = makePrivateFolder(user);
  const data = join(folder.path, "data");
  const identity = user ? { ...user } : {};
  const initdb = spawn(
    join(programs, "initdb"),
    ["-D", data, "-U", "cairn", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    { cwd: folder.path, stdio: ["ignore", "pipe", "pipe"], ...identity },
  );
  const said = gather(initdb);
  const [status] = await once(initdb, "close");
  if (status !== 0) throw new Error(`initdb failed:\n${said()}`);

  const port = await freePort();
  /** @type {import("node:child_process").ChildProcess | null} */
  let server = null;
  const end = () => server?.kill("SIGQUIT");
  process.once("exit", end);

  async function start() {
    const args = [
      "-D",
      data,
      "-p",
      String(port),
      ...[...settings, ...(durable ? [] : careless)].flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    // A process group of its own: Ctrl-C reaches the tests first, and their servers end while it still answers.
    const child = spawn(join(programs ?? "", "postgres"), args, {
      cwd: folder.path,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
      ...identity,
    });
    server = child;
    await isReady(child, sign);
  }
  async function halt() {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  }

  await start();
  return {
    url: `postgres://cairn@127.0.0.1:${port}/postgres`,
    pid: () => server?.pid ?? 0,
    start,
    halt,
    async remove() {
      await halt();
      process.off("exit", end);
      folder.remove();
    },
  };
}

/** @param {import("node:child_process").ChildProcess} child */
function gather(child) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return () => output;
}
