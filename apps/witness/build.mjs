import { rmSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { forNode } from "../../packages/node/build.mjs";

const here = import.meta.dirname;

rmSync(join(here, "dist"), { recursive: true, force: true });
// esbuild has said what is wrong by then.
await esbuild
  .build({
    ...forNode,
    absWorkingDir: here,
    entryPoints: ["src/main.ts"],
    outfile: "dist/witness.js",
    sourcemap: true,
    logLevel: "warning",
  })
  .catch(() => process.exit(1));
