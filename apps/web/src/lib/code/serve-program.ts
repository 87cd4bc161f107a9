import type { BlockResult, CodeLanguage, ProgramBlock } from "./program.ts";

/** What a worker is sent: the files that its engine needs, which it cannot fetch, and the program. */
export interface Task {
  readonly language: CodeLanguage;
  readonly files: Readonly<Record<string, ArrayBuffer>>;
  readonly blocks: readonly ProgramBlock[];
}

/** What a worker answers: `ready` when the program begins, then a result for each block. `failed`: its engine is gone. */
type WorkerMessage = "ready" | "failed" | BlockResult;

/** Runs or parses one block; the next one sees what it left behind. */
export type RunBlock = (block: ProgramBlock) => BlockResult | Promise<BlockResult>;

const tell = (message: WorkerMessage) => self.postMessage(message);

/** Makes this worker run the one program that it is sent. `start` prepares the engine, and answers what runs a block. */
export function serveProgram(start: (task: Task) => RunBlock | Promise<RunBlock>): void {
  addEventListener("message", async ({ data: task }: MessageEvent<Task>) => {
    try {
      const run = await start(task);
      tell("ready");
      for (const block of task.blocks) tell(await run(block));
    } catch {
      tell("failed");
    }
  });
}

/** @throws where the page has not sent the file */
export function fileOf({ files }: Task, name: string): ArrayBuffer {
  const bytes = files[name];
  if (!bytes) throw new TypeError(`there is no ${name}`);
  return bytes;
}

/** Engines ask for memory by this function alone; what they are refused becomes an error of the program. */
export function boundMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}
