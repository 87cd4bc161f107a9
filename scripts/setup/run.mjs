import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./paths.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let stopping = false;

/**
 * Runs a program to its end. Its output is kept and given back, or, with `show`, goes straight to the screen.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<{ ok: boolean, code: number | null, output: string }>}
 */
export function run(command, args, { env = process.env, show = false, onStart } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    running.add(child);
    if (child.pid) onStart?.(child.pid);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", (error) => {
      running.delete(child);
      resolve({ ok: false, code: null, output: error.message });
    });
    child.once("close", (code) => {
      running.delete(child);
      // When stopping on purpose, the promise stays pending: its caller has nothing left to do.
      if (!stopping) resolve({ ok: code === 0, code, output });
    });
  });
}

/**
 * Runs a Node script with the Node that runs this one.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);

/**
 * Until the returned function is called, a signal to stop goes to the running children as well, and this process
 * leaves once they have ended. Ctrl-C arrives twice (from the terminal and from npm): the second changes nothing.
 * @param {{ patience: number }} options seconds after which a child that does not end is killed
 */
export function stopWithChildren({ patience }) {
  const signals = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });
  const handlers = Object.entries(signals).map(([name, exitCode]) => {
    const signal = /** @type {NodeJS.Signals} */ (name);
    const handler = async () => {
      if (stopping) return;
      stopping = true;
      await Promise.all([...running].map((child) => endChild(child, signal, patience)));
      process.exit(exitCode);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {number} patience
 */
async function endChild(child, signal, patience) {
  const ended = once(child, "close");
  child.kill(signal);
  const overdue = setTimeout(() => child.kill("SIGKILL"), patience * 1000);
  await ended;
  clearTimeout(overdue);
}
