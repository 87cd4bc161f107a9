import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** How a process for members' code is started, so that the system holds it where the interpreter does not. */
export interface Walls {
  readonly execPath: string;
  readonly execArgv: string[];
}

const probeMs = 5_000;
/** A network namespace without any network, not even loopback; the process keeps its user, who has no rights in it. */
const withoutNetwork = ["--user", "--map-current-user", "--net", "--"];
let probe: Promise<boolean> | undefined;

/** Whether the system lets processes be started without a network: Linux, where nothing forbids namespaces. */
export function canTakeNetwork(): Promise<boolean> {
  probe ??= promisify(execFile)("unshare", [...withoutNetwork, process.execPath, "--version"], {
    env: {},
    timeout: probeMs,
  }).then(
    () => true,
    () => false,
  );
  return probe;
}

/** The flag that restricts files and processes; undefined where this Node.js has none. */
const permissionFlag = ["--permission", "--experimental-permission"].find((name) =>
  process.allowedNodeEnvironmentFlags.has(name),
);

/** The process may read the folder of its program and its packages, start nothing, and has no network. */
export async function wallsOf(program: string, flags: readonly string[]): Promise<Walls> {
  const node = [...flags, ...permissionsOf(program)];
  if (!(await canTakeNetwork())) return { execPath: process.execPath, execArgv: node };
  return { execPath: "unshare", execArgv: [...withoutNetwork, process.execPath, ...node] };
}

function permissionsOf(program: string): string[] {
  if (!permissionFlag) return [];
  return [permissionFlag, ...foldersOf(program).map((folder) => `--allow-fs-read=${join(folder, "*")}`)];
}

/** Its own, and each in which Node.js looks for its packages: Node.js 24 ends the process where it may not look. */
function foldersOf(program: string): string[] {
  const [packages = ""] = createRequire(import.meta.url)
    .resolve("sucrase")
    .split(/(?<=node_modules)[/\\]/);
  const places = createRequire(program).resolve.paths("sucrase") ?? [];
  const nearer = places.slice(0, Math.max(0, places.indexOf(packages)));
  return [dirname(program), ...nearer, packages];
}

/** What holds the processes on this machine, for the operator. */
export const namesOfWalls = async (): Promise<string[]> => [
  ...(permissionFlag ? ["permission flags"] : []),
  ...((await canTakeNetwork()) ? ["network namespace"] : []),
];
