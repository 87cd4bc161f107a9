import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const source = join(import.meta.dirname, "../src/");

/**
 * Puts the rules of a module into its folder's cascade layer: `components` for the kit, `screens` for everything else.
 * Blocks that name a layer themselves stay in it. In front stands the layer order of styles/index.css: the build splits
 * the styles by chunk, and the file that a page loads first fixes the order.
 */
export function layers(): Plugin {
  const index = `${source}styles/index.css`;
  const order = /^@layer [\w\s,]+;/m.exec(readFileSync(index, "utf8"))?.[0];
  if (order === undefined) throw new Error("styles/index.css no longer states the order of the layers.");
  return {
    name: "cairn-layers",
    enforce: "pre",
    transform(code, id) {
      const [path = ""] = id.split("?");
      if (!path.startsWith(source) || !path.endsWith(".css") || path === index) return;
      const layer = path.startsWith(`${source}ui/`) ? "components" : "screens";
      const css = path.endsWith(".module.css") ? inLayer(code, layer) : code;
      return { code: `${order}\n${css}`, map: null };
    },
  };
}

/** A block ends at the first brace that is not indented, as the formatter writes it. */
export function inLayer(css: string, layer: string): string {
  const blocks = css.match(/^@layer [\s\S]*?^\}\n/gm) ?? [];
  const rules = blocks.reduce((rest, block) => rest.replace(block, ""), css);
  return `@layer ${layer} {\n${rules}}\n${blocks.join("")}`;
}
