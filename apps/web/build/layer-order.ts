import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const source = fileURLToPath(new URL("../src/", import.meta.url));

/**
 * Puts the cascade layer order of styles/index.css in front of every other stylesheet. The build splits the styles by
 * chunk, and the file that a page loads first fixes the layer order.
 */
export function layerOrder(): Plugin {
  const index = `${source}styles/index.css`;
  const order = /^@layer [\w\s,]+;/m.exec(readFileSync(index, "utf8"))?.[0];
  if (order === undefined) throw new Error("styles/index.css no longer states the order of the layers.");
  return {
    name: "cairn-layer-order",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      const isOurs = id.startsWith(source) && id.endsWith(".css") && id !== index;
      return isOurs ? { code: `${order}\n${code}`, map: null } : undefined;
    },
  };
}
