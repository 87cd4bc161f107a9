import { pyodideFiles, pyodidePath } from "@cairn/contract";
import { type BlockResult, cutOutput, type ProgramBlock } from "./program.ts";
import { boundMemory, fileOf, serveProgram, type Task } from "./serve-program.ts";

/** Runs Python in Pyodide, whose files the operator provides. */

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
    createPyodideModule: unknown;
    lockFileContents: object;
    jsglobals: object;
    stdin: () => null;
  }): Promise<Pyodide>;
}

/** Bytes that Python may take. The first 20 MB are its own. */
const maxMemory = 256 * 1024 * 1024;
/** How Python names the code in what it says of errors. */
const fileName = "example.py";

/**
 * Takes the modules away that lead to JavaScript, so that a program prints and does nothing else. What asyncio.run asks one
 * of them stays, as Python's own.
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

/** Answers what Pyodide fetches from what the page has sent: this worker can connect to nothing. */
function serveFiles(task: Task): void {
  self.fetch = async (address) => {
    const name = new URL(String(address)).pathname.slice(pyodidePath.length) as keyof typeof pyodideFiles;
    return new Response(fileOf(task, name), { headers: { "content-type": pyodideFiles[name] } });
  };
}

const importScript = (task: Task, name: string) =>
  import(/* @vite-ignore */ URL.createObjectURL(new Blob([fileOf(task, name)], { type: "text/javascript" })));

async function start(task: Task): Promise<Pyodide> {
  serveFiles(task);
  boundMemory(maxMemory);
  const { loadPyodide }: PyodideModule = await importScript(task, "pyodide.mjs");
  const { default: createPyodideModule } = await importScript(task, "pyodide.asm.mjs");
  const lockFile = JSON.parse(new TextDecoder().decode(fileOf(task, "pyodide-lock.json")));
  const { setTimeout, clearTimeout, setInterval, clearInterval } = self;
  const python = await loadPyodide({
    // No such host: `serveFiles` answers.
    indexURL: `https://pyodide.invalid${pyodidePath}`,
    createPyodideModule,
    // The list of packages would only make Python advise what does not work here.
    lockFileContents: { ...lockFile, packages: {} },
    jsglobals: { setTimeout, clearTimeout, setInterval, clearInterval },
    // Nobody answers: input() ends with EOFError.
    stdin: () => null,
  });
  // What prepares these has to be done before the modules are away.
  await python.runPythonAsync("import asyncio, traceback", { filename: fileName });
  python.runPython(leaveJavaScript);
  python.unregisterJsModule("js");
  python.unregisterJsModule("pyodide_js");
  return python;
}

/** What Python prints, up to the first characters that are kept. */
function collectOutput(python: Pyodide) {
  let text = "";
  const writer = (): Writer => {
    const decoder = new TextDecoder();
    return {
      write(bytes) {
        // Beyond what is kept nothing is collected.
        if (cutOutput(text) === text) text += decoder.decode(bytes, { stream: true });
        return bytes.length;
      },
    };
  };
  python.setStdout(writer());
  python.setStderr(writer());
  return {
    /** Returns what was printed since the last call. */
    take(): string {
      const taken = text.trimEnd();
      text = "";
      return taken;
    },
  };
}

/** Python's own words, without the lines about what runs the code. */
function wordsOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trimEnd().split("\n");
  const own = lines.findIndex((line) => line.includes(`File "${fileName}"`));
  return own < 0 ? (lines.at(-1) ?? "") : [...lines.slice(0, 1), ...lines.slice(own)].join("\n");
}

const isUnreadable = (error: unknown) =>
  /^(?:Syntax|Indentation|Tab)Error$/.test((error as { type?: string }).type ?? "");

/** Parses a program as `runPythonAsync` does, which knows `await` at the top level. */
const parserOf = (code: string) => `compile(${JSON.stringify(code)}, "${fileName}", "exec", flags=0x2000)`;

serveProgram(async (task) => {
  const python = await start(task);
  const output = collectOutput(python);
  return async ({ code, isRun }: ProgramBlock): Promise<BlockResult> => {
    try {
      if (isRun) await python.runPythonAsync(code, { filename: fileName });
      else python.runPython(parserOf(code));
      return { end: isRun ? "ran" : "parsed", output: cutOutput(output.take()) };
    } catch (error) {
      const words = [output.take(), wordsOf(error)].filter((part) => part !== "").join("\n");
      return { end: isUnreadable(error) ? "broken" : "threw", output: cutOutput(words) };
    }
  };
});
