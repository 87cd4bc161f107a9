import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { forNode } from "../../../packages/node/build.mjs";

const here = join(import.meta.dirname, "../../../apps/witness");

/** The program, made of the source as it is now. Several runs may share this checkout: none reads half a file. */
const program = join(here, ".cache", `witness-${process.pid}.js`);
let made: Promise<unknown> | undefined;
function makeProgram(): Promise<unknown> {
  if (made) return made;
  process.once("exit", () => rmSync(program, { force: true }));
  made = build({ ...forNode, entryPoints: [join(here, "src/main.ts")], outfile: program });
  return made;
}

/** A started `npm run witness`. */
export interface WitnessProcess {
  /** Its verifier key line. */
  readonly key: string;
  /** Its submission prefix. */
  readonly url: string;
  /** Lines that it has written for its operator. */
  readonly printed: readonly string[];
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface WitnessAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

/** Starts a witness on a free port. @throws Error with what it printed if it ends instead */
export async function startWitness(words: readonly string[]): Promise<WitnessProcess> {
  await makeProgram();
  const child = spawn(process.execPath, [program, "--port", "0", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  const printed: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      printed.push(line);
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(printed.join("\n"))));
  });
  const [key = ""] = [String((await createInterface(child.stdout)[Symbol.asyncIterator]().next()).value)];
  return {
    key,
    url,
    printed,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** One call, over a connection of its own. */
export function askWitness(url: string, body?: string | Buffer): Promise<WitnessAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: body === undefined ? "GET" : "POST", agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers["content-type"],
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}
