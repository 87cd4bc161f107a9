import { posix } from "node:path";
import { pictureMark } from "../../lib/picture-marks.ts";

/** A picture that a text shows from a file, as its author's program wrote it. */
export interface NamedPicture {
  readonly at: number;
  readonly length: number;
  /** As written, for messages too. */
  readonly name: string;
  readonly alt: string;
  readonly caption: string;
  /** On this site HTML is text. */
  readonly mayBeText: boolean;
}

const alt = String.raw`(?:[^[\]\\\n]|\\.|\[[^[\]\n]{0,200}\]){0,1000}`;
const inBrackets = String.raw`<[^<>\n]{1,500}>`;
/** Many programs leave spaces and pairs of brackets as they are: "photo (1).png". Jekyll writes {{ site.baseurl }}. */
const bare = String.raw`(?:[^()<>"{\n]|\{\{[^{}\n]{1,300}\}\}|\([^()<>"\n]{0,200}\)){1,500}?`;
const title = String.raw`(?:"(?<title>[^"\n]{0,500})"|'(?<single>[^'\n]{0,500})')`;
/** Each part is bounded, so that no text takes long. Code comes first: what it shows is no picture. */
const parts = new RegExp(
  [
    String.raw`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>${"`{3,}|~{3,}"})[^\n]*(?:\n(?![ \t>]*\k<fence>[${"`"}~]*[ \t]*$)[^\n]*)*(?:\n[^\n]*)?`,
    "(?<!`)(?<code>`+)(?!`)(?:[^`\\n]|(?!\\k<code>(?!`))`+(?!`)){1,500}\\k<code>(?!`)",
    String.raw`!\[(?<alt>${alt})\]\([ \t]{0,9}(?<target>${inBrackets}|${bare})(?:[ \t]{1,9}${title})?[ \t]{0,9}\)`,
    String.raw`!\[\[(?<wiki>[^[\]|\n]{1,500})(?:\|(?<wikiAlt>[^[\]\n]{0,500}))?\]\]`,
    String.raw`(?:<img|\{\{[<%][ \t]{0,9}figure)(?<attributes>[ \t][^<>{}\n]{1,1000})(?:[>%]\}\}|>)`,
  ].join("|"),
  "gm",
);
const attribute = /(?<=\s)(src|alt|title|caption)=(?:"([^"]*)"|'([^']*)')/gi;
/** Obsidian embeds notes and recordings in the same way. */
const isPictureName = (name: string) => /\.(?:jpe?g|png|webp|avif|gif|svg|bmp|tiff?|heic)$/i.test(name);
/** Elsewhere on the web; a single letter is a drive. */
const isAddress = (name: string) => /^(?:[a-z][\w+.-]+:|\/\/)/i.test(name) && !name.startsWith("picture:");

/** The pictures that a text shows from files, in its order. */
export function namedPictures(body: string): NamedPicture[] {
  return [...body.matchAll(parts)].flatMap(({ index: at, 0: { length }, groups = {} }) => {
    const { target, wiki, attributes } = groups;
    const of = new Map<string, string>();
    for (const [, name = "", double, single] of attributes?.matchAll(attribute) ?? [])
      of.set(name.toLowerCase(), double ?? single ?? "");
    const name = (target?.replace(/^<|>$/g, "") ?? wiki ?? of.get("src") ?? "").trim();
    if (name === "" || isAddress(name) || (wiki !== undefined && !isPictureName(name))) return [];
    // Obsidian writes the width of a picture behind its words.
    const [, alt = ""] = /^(.*?)(?:(?:^|\|)\d{1,5}(?:x\d{1,5})?)?$/.exec(groups.wikiAlt ?? "") ?? [];
    const words = groups.alt?.replaceAll(/\\([[\]\\])/g, "$1").replace(/\|\d{1,5}(?:x\d{1,5})?$/, "");
    const caption = groups.title ?? groups.single ?? of.get("caption") ?? of.get("title") ?? "";
    return [
      {
        at,
        length,
        name,
        alt: words ?? (of.get("alt") || alt),
        caption,
        mayBeText: attributes !== undefined,
      },
    ];
  });
}

/** The text with marks of this site's pictures, whose keys are known by the names that the text has for them. */
export function withPictures(body: string, keys: ReadonlyMap<string, string>): string {
  let [text, end] = ["", 0];
  for (const { at, length, name, alt, caption } of namedPictures(body)) {
    const key = keys.get(name);
    if (key === undefined) continue;
    const mark = pictureMark(key, alt);
    const titled =
      caption === "" ? mark : `${mark.slice(0, -1)} "${caption.replaceAll('"', "”").slice(0, 500)}")`;
    text += body.slice(end, at) + titled;
    end = at + length;
  }
  return text + body.slice(end);
}

/** Instead of a path: a name that more than one file could have. */
export const several = Symbol("several files");
/** Folders that a text may name before a file that lies elsewhere. */
const deepest = 8;

/**
 * Finds the files of an import by the names that texts have for them: from the folder of the text, then as the end of one
 * path, as programs name them from the root of a site (/images/a.png) or a vault (a.png), in any case of letters. It
 * knows no other files.
 */
export function createPictureFinder(paths: Iterable<string>) {
  const byEnd = new Map<string, string | typeof several>();
  const anyCase = new Map<string, string | typeof several>();
  const files = new Set(paths);
  for (const path of files) {
    const names = path.split("/");
    for (let count = 1; count <= Math.min(names.length, deepest); count += 1) {
      const end = names.slice(-count).join("/");
      for (const [map, key] of [
        [byEnd, end],
        [anyCase, end.toLowerCase()],
      ] as const)
        map.set(key, map.has(key) ? several : path);
    }
  }

  /** @returns the file's path; null without one, `several` where the name is of more than one */
  return (textPath: string, name: string): string | typeof several | null => {
    let found: typeof several | null = null;
    for (const written of spellings(name)) {
      const near = posix.join(posix.dirname(textPath), written);
      if (files.has(near)) return near;
      const end = posix
        .normalize(written)
        .split("/")
        .filter((part) => part !== "" && part !== "." && part !== "..")
        .join("/");
      const path = byEnd.get(end) ?? anyCase.get(end.toLowerCase()) ?? null;
      if (path !== several && path !== null) return path;
      found ??= path;
    }
    return found;
  };
}

/** What a name may mean: as it is written, with the signs of addresses read, or without what follows a file's name in them. */
function* spellings(name: string): Generator<string> {
  const written = name
    .replace(/^picture:/, "pictures/")
    .replace(/^\{\{[ \t]*(?:"([^"]*)"|'([^']*)')?[^{}]*\}\}/, "$1$2");
  const seen = new Set<string>();
  for (const part of [written, written.replace(/[?#].*$/s, "")]) {
    for (const one of [part, part.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")]) {
      for (const read of [one, decoded(one)]) {
        const path = read.replaceAll("\\", "/").normalize("NFC");
        if (path !== "" && !seen.has(path)) yield path;
        seen.add(path);
      }
    }
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
