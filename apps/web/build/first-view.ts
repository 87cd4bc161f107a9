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

/**
 * The files of these screens, the entry first, with all parts that come later except those `without`. A part may have
 * been put into a chunk with others, so parts are found by following imports and not by their names.
 * @throws if a pattern of `without` fits nothing: what it stands for would be fetched unnoticed
 */
export function readingFiles(
  manifest: Manifest,
  screens: readonly string[],
  without: readonly RegExp[],
): string[] {
  const { scripts, styles } = firstViewOf(manifest, screens);
  const files = new Set([...scripts, ...styles]);
  const met = new Set<RegExp>();
  const isLeftOut = (key: string) => {
    const pattern = without.find((one) => one.test(key.replace(/\.\w+$/, "")));
    if (pattern) met.add(pattern);
    return pattern !== undefined;
  };
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const later of chunk.dynamicImports ?? []) if (!isLeftOut(later)) visit(later);
  };
  const isFirst = new Set(scripts);
  for (const [key, { file }] of Object.entries(manifest)) if (isFirst.has(file)) visit(key);
  const unmet = without.filter((pattern) => !met.has(pattern));
  if (unmet.length > 0) throw new Error(`No part that comes later is called ${unmet.join(", ")}.`);
  return [...files];
}

/** A lazy component's file has the component's name, and so has the chunk that it shares with others. */
function keyOf(manifest: Manifest, component: string): string {
  const isIts = (path: string) => path.endsWith(`/${component}.tsx`) || manifest[path]?.name === component;
  const key = Object.keys(manifest).find(isIts);
  if (key === undefined) throw new Error(`No chunk of its own for ${component}: is its file called so?`);
  return key;
}
