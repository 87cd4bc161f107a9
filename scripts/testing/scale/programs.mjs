import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const debianFolder = "/usr/lib/postgresql";
/** The oldest PostgreSQL that Cairn runs on. */
const oldest = 15;

/**
 * The folder with the programs of a PostgreSQL server on this machine, or null. Debian keeps each version in a folder
 * of its own, outside of PATH; the newest is taken.
 */
export function findPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const fromDebian = versions
    .filter((version) => Number(version) >= oldest)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(debianFolder, version, "bin"));
  const has = (/** @type {string} */ folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program)));
  return [...pathFolders(), ...fromDebian].find(has) ?? null;
}

/**
 * The file of a program on this machine, or null. Servers are often in folders that only root's PATH contains.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...pathFolders(), "/usr/local/sbin", "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

const pathFolders = () => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

/**
 * The user for servers that refuse to run as root; null if this process is not root's.
 * @returns {{ uid: number, gid: number } | null}
 */
export function lesserUser() {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const user = users.find(([known]) => known === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error("There is neither a user postgres nor a user nobody to run servers as");
}

/**
 * Makes a folder for a temporary server, private to its owner and removed when this process ends at the latest.
 * @param {{ uid: number, gid: number } | null} owner
 */
export function makePrivateFolder(owner = null) {
  const path = mkdtempSync(join(tmpdir(), "cairn-scale-"));
  if (owner) chownSync(path, owner.uid, owner.gid);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.once("exit", remove);
  return {
    path,
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}

/**
 * Waits for the output that shows that a server accepts connections, and keeps reading its output afterwards.
 * @param {import("node:child_process").ChildProcess} child
 * @param {object} server
 * @param {string} server.name
 * @param {"stdout" | "stderr"} server.speaksOn
 * @param {string} server.words
 * @param {number} server.within milliseconds
 * @param {NodeJS.Signals} server.end what ends one that is late
 * @returns {Promise<void>}
 */
export function isReady(child, { name, speaksOn, words, within, end }) {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => {
      clearTimeout(overdue);
      reject(new Error(`${name} ${why}:\n${said}`));
    };
    const overdue = setTimeout(() => {
      child.kill(end);
      fail("did not start in time");
    }, within);
    child.once("error", (error) => fail(`did not start (${error.message})`));
    child.once("exit", () => fail("ended while it started"));
    child[speaksOn]?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      said = (said + text).slice(-10_000);
      if (!said.includes(words)) return;
      clearTimeout(overdue);
      resolve();
    });
  });
}
