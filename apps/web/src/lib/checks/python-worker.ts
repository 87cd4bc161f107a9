import {
  type BlockResult,
  type ProgramBlock,
  type PyodideFile,
  programOutputLength,
  pyodideFiles,
  pyodidePath,
} from "@cairn/contract";
import { closeWorker } from "./close-worker.ts";
import type { WorkerMessage } from "./run-in-worker.ts";

/** What the page asks: the files that Pyodide would fetch, which the worker may not, and the program. */
export interface PythonTask {
  readonly files: Readonly<Record<string, ArrayBuffer>>;
  readonly blocks: readonly ProgramBlock[];
}

/** What is used of Pyodide. */
interface Pyodide {
  runPython(code: string): unknown;
  runPythonAsync(code: string, options: { filename: string }): Promise<unknown>;
  unregisterJsModule(name: string): void;
  setStdout(options: Writer): void;
  setStderr(options: Writer): void;
}
interface Writer {
  write(bytes: Uint8Array): number;
}
interface PyodideModule {
  loadPyodide(options: {
    indexURL: string;
    lockFileContents: object;
    jsglobals: object;
    stdin: () => null;
  }): Promise<Pyodide>;
}

/** Bytes that Python may take. The first 20 MB are its own. */
const maxMemory = 256 * 1024 * 1024;
/** How Python names the code in what it says of errors. */
const fileName = "example.py";

const tell = self.postMessage.bind(self) as (message: WorkerMessage) => void;

/**
 * Takes the modules away that lead to JavaScript. What asyncio.run asks one of them stays, as Python's own.
 */
const leaveJavaScript = `
import sys, types
for name in list(sys.modules):
    if name.split(".")[0] in ("js", "pyodide_js") or name.startswith("pyodide.http"):
        del sys.modules[name]
for name in ("js", "pyodide_js", "pyodide.http"):
    sys.modules[name] = None
sys.modules["pyodide_js._api"] = types.SimpleNamespace(config=types.SimpleNamespace(enableRunUntilComplete=True))
del sys, types, name
`;

/** Answers what Pyodide fetches from what the page has sent. */
function serveFiles(files: PythonTask["files"]): void {
  self.fetch = async (address) => {
    const name = new URL(String(address)).pathname.slice(pyodidePath.length);
    const bytes = files[name];
    if (!bytes) throw new TypeError(`there is no ${name}`);
    return new Response(bytes, { headers: { "content-type": pyodideFiles[name as PyodideFile] } });
  };
}

/** Pyodide asks for memory by this function alone; refused, Python raises MemoryError. */
function boundMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}

/** Python without a way to the browser: no module leads to JavaScript, and nothing there reaches out of the worker. */
async function start(files: PythonTask["files"]): Promise<Pyodide> {
  serveFiles(files);
  boundMemory();
  const indexURL = `${self.location.origin}${pyodidePath}`;
  const { loadPyodide }: PyodideModule = await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`);
  const { setTimeout, clearTimeout, setInterval, clearInterval } = self;
  const python = await loadPyodide({
    indexURL,
    // The list of packages would only make Python advise what does not work here.
    lockFileContents: { ...JSON.parse(new TextDecoder().decode(files["pyodide-lock.json"])), packages: {} },
    jsglobals: { setTimeout, clearTimeout, setInterval, clearInterval },
    // Nobody answers: input() ends with EOFError.
    stdin: () => null,
  });
  // What prepares these has to be done before the modules are away.
  await python.runPythonAsync("import asyncio, traceback", { filename: fileName });
  python.runPython(leaveJavaScript);
  python.unregisterJsModule("js");
  python.unregisterJsModule("pyodide_js");
  closeWorker();
  return python;
}

/** What Python prints, up to the first characters that are kept. */
function collectOutput(python: Pyodide) {
  let text = "";
  const writer = (): Writer => {
    const decoder = new TextDecoder();
    return {
      write(bytes) {
        if (text.length <= programOutputLength) text += decoder.decode(bytes, { stream: true });
        return bytes.length;
      },
    };
  };
  python.setStdout(writer());
  python.setStderr(writer());
  return {
    /** Returns what was printed since the last call. */
    take(): string {
      const taken = text;
      text = "";
      return taken;
    },
  };
}

const cut = (text: string) =>
  text.length > programOutputLength ? `${text.slice(0, programOutputLength)}\n…` : text;

/** Python's own words, without the lines about what runs the code. */
function wordsOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trimEnd().split("\n");
  const own = lines.findIndex((line) => line.includes(`File "${fileName}"`));
  return own < 0 ? (lines.at(-1) ?? "") : [...lines.slice(0, 1), ...lines.slice(own)].join("\n");
}

const isUnreadable = (error: unknown) =>
  /^(?:Syntax|Indentation|Tab)Error$/.test((error as { type?: string }).type ?? "");

async function run(python: Pyodide, blocks: readonly ProgramBlock[]): Promise<BlockResult[]> {
  const output = collectOutput(python);
  const results: BlockResult[] = [];
  for (const { code } of blocks) {
    try {
      await python.runPythonAsync(code, { filename: fileName });
      results.push({ end: "ran", output: cut(output.take().trimEnd()) });
    } catch (error) {
      const words = [output.take().trimEnd(), wordsOf(error)].filter((part) => part !== "").join("\n");
      results.push({ end: isUnreadable(error) ? "broken" : "threw", output: cut(words) });
    }
  }
  return results;
}

addEventListener("message", async ({ data }: MessageEvent<PythonTask>) => {
  try {
    const python = await start(data.files);
    tell("ready");
    tell(await run(python, data.blocks));
  } catch {
    tell("failed");
  }
});
