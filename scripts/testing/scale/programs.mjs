import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
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
 * The file of a program on this machine, or null. Servers often lie where only root looks.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [...pathFolders(), "/usr/local/sbin", "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

const pathFolders = () => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

/**
 * Whom servers run as that refuse to be root's; null: as whoever we are.
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
 * A new folder for a server that is thrown away, its owner's alone; gone with this process at the latest.
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

/** A port of this machine that nobody listens at. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was free.");
  return address.port;
}
