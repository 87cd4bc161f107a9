import { startScripts } from "./interpreter.ts";
import { fileOf, serveProgram } from "./serve-program.ts";

serveProgram((task) => startScripts(fileOf(task, "quickjs.wasm"), task.language === "typescript"));
