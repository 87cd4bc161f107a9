import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * The names of CSS modules' classes: `post-by` for `.by` in post.module.css, and the file's own name for `.root`. The
 * same in the site, in the prerendered pages and in tests; no two modules may share a file name (see css-modules.test.ts).
 */
export const cssModules = {
  generateScopedName(name: string, file: string) {
    const stem = basename(file.split("?")[0] ?? "", ".module.css");
    return name === "root" ? stem : `${stem}-${name}`;
  },
};

/** The build writes class names into the code that uses them, so no module of names is left at run time. */
export const inlinedNames = { inlineConst: { mode: "all", pass: 3 } } as const;

/** Keeps a module's styles in the build when its names have been written into the code, and drops the table of all names. */
export function keptStyles(): Plugin {
  return {
    name: "cairn-kept-styles",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!id.endsWith(".module.css")) return;
      // The names are exported one by one as well.
      const named = code.replace(/export default \{[\s\S]*$/, "");
      return { code: named, map: null, moduleSideEffects: "no-treeshake" };
    },
  };
}
