import type { Manifest } from "vite";

/** The files that a browser needs before a page can show, paths inside `dist`. */
export interface FirstView {
  scripts: string[];
  styles: string[];
}

/** The entry, the given lazy components and their static imports; dynamic imports are left out. */
export function firstViewOf(manifest: Manifest, components: readonly string[]): FirstView {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no chunk ${key}.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  visit("index.html");
  for (const component of components) visit(keyOf(manifest, component));
  const scripts = [...seen].flatMap((key) => manifest[key]?.file ?? []);
  return { scripts, styles: [...styles] };
}

/** A lazy component's file has the component's name. */
function keyOf(manifest: Manifest, component: string): string {
  const key = Object.keys(manifest).find((path) => path.endsWith(`/${component}.tsx`));
  if (key === undefined) throw new Error(`No chunk of its own for ${component}: is its file called so?`);
  return key;
}
