import { createRequire } from "node:module";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats/dist/formats.js";
import { type Plugin, runnerImport } from "vite";

const prefix = "form-check:";
const require = createRequire(import.meta.url);
const contract = require.resolve("@cairn/contract");

// Ajv writes this text into a check that counts a text in code points. Its own is a call of `require`.
require("ajv/dist/runtime/ucs2length").default.code = "(text) => [...text].length";

/**
 * Makes `import { check } from "form-check:Login"` return the contract's schema `Login` compiled to plain code.
 * Compiling it in the browser would need `Function`, which the CSP forbids, and would ship the compiler.
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
  ajv.addFormat("email", emailPattern());
  // Checked only by the server: its pattern is too large for the first screens, and such characters are rarely typed.
  ajv.addFormat("one-line", true);
  ajv.addSchema(schema, "form");
  const code = standalone(ajv, { check: "form" });
  if (code.includes("require(")) throw new Error("A form's check needs a part of Ajv that is not bundled.");
  return code;
}

/**
 * The server's pattern. It also takes a domain beyond ASCII (docs/rules.md#email-domains), which only the server can check: the tables
 * for it are too large for the first screens.
 */
function emailPattern(): RegExp {
  const ascii = formats.fullFormats.email as RegExp;
  const [local, domain] = ascii.source.slice(1, -1).split("@");
  return new RegExp(`^${local}@(?:${domain}|[^\\s@]*[\\u0080-\\uffff][^\\s@]*)$`, ascii.flags);
}
