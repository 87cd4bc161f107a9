import { createRequire } from "node:module";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats/dist/formats.js";
import { type Plugin, runnerImport } from "vite";

const prefix = "form-check:";
const contract = createRequire(import.meta.url).resolve("@cairn/contract");

/**
 * `import { check } from "form-check:Login"` gives the contract's schema `Login` as plain code. Compiling it in the
 * browser would need `Function`, which the CSP forbids, and the compiler's weight.
 */
export function formChecks(): Plugin {
  return {
    name: "cairn-form-checks",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(contract, {
        configFile: false,
        logLevel: "error",
      });
      for (const file of [contract, ...dependencies]) this.addWatchFile(file);
      const name = id.slice(prefix.length + 1);
      const schema = module[name];
      if (typeof schema !== "object" || schema === null)
        throw new Error(`The contract has no schema ${name}.`);
      return { code: compileCheck(schema), map: null };
    },
  };
}

function compileCheck(schema: object): string {
  const ajv = new Ajv({ allErrors: true, messages: false, code: { source: true, esm: true } });
  // The very pattern that the server checks with.
  ajv.addFormat("email", formats.fullFormats.email);
  ajv.addSchema(schema, "form");
  const code = standalone(ajv, { check: "form" })
    // Ajv's only CommonJS import here: the length of a text in code points.
    .replace('require("ajv/dist/runtime/ucs2length").default', "(text) => [...text].length");
  if (code.includes("require(")) throw new Error("A form's check needs a part of Ajv that is not bundled.");
  return code;
}
