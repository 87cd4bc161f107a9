import type { Plugin } from "vite";

const virtual = "\0bare-schemas";

/**
 * In the browser the contract's schemas are types and nothing else: checks are compiled from them at build
 * (form-checks.ts). So TypeBox, 10 KB of every first view, is left out, and each schema is one empty shape.
 */
export function bareSchemas(): Plugin {
  return {
    name: "cairn-bare-schemas",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id === "typebox" ? virtual : undefined),
    load: (id) =>
      id === virtual
        ? "const bare = Object.freeze({ properties: {} }); export const Type = new Proxy({}, { get: () => () => bare });"
        : undefined,
  };
}
