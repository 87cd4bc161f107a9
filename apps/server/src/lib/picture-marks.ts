import type MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { escapeHtml } from "./escape-html.ts";
import { renditionFormats, renditionKey } from "./present-media.ts";

/** A picture that a text may show. */
export interface PictureFacts {
  readonly key: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Widths of its smaller files, in pixels; there is one in each of the formats. */
  readonly widths: readonly number[];
  /** "#rrggbb"; null for a picture with transparent parts. */
  readonly colour: string | null;
}

/** What the renderer knows of the outside: the pictures that this text may show. */
interface Environment {
  pictures?: ReadonlyMap<string, PictureFacts> | undefined;
}

/** `![alt](picture:KEY "caption")` in one line; brackets in `alt` are escaped. Bounded, so that no text is slow to read. */
const mark = /!\[((?:[^[\]\\\n]|\\.){0,1000})\]\(picture:([\w.-]{1,80})(?: "([^"\n]{0,500})")?\)/y;

/** Whether a text may have pictures: quick, and sometimes wrong about one that has none. */
export const mayHavePictures = (source: string): boolean => source.includes("](picture:");

/** What to write for a picture. */
export const pictureMark = (key: string, alt: string): string =>
  `![${alt.replaceAll(/\s+/g, " ").replaceAll(/[[\]\\]/g, "\\$&")}](picture:${key})`;

/**
 * Renders pictures that the site stores. Each mark is read as a picture, known or not, so that every reader of a text finds
 * the same blocks in it; one that is not among `pictures` of the environment then becomes text. With an environment without
 * `pictures` all of them stay, and none can be rendered.
 */
export function showPictures(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "picture", (state, silent) => {
    if (state.src[state.pos] !== "!") return false;
    mark.lastIndex = state.pos;
    const found = mark.exec(state.src);
    const [whole = "", alt = "", key = "", caption = ""] = found ?? [];
    // The library's types lack it.
    const { linkLevel } = state as typeof state & { linkLevel: number };
    if (!found) return false;
    if (!silent) {
      const token = state.push("picture", "img", 0);
      token.content = alt.replaceAll(/\\([[\]\\])/g, "$1");
      token.markup = whole;
      // A link around it leads where its author wants.
      token.meta = { key, caption, opensItself: linkLevel === 0 };
    }
    state.pos += whole.length;
    return true;
  });

  markdown.core.ruler.push("figures", ({ tokens, env }) => {
    const { pictures } = env as Environment;
    for (const [index, token] of tokens.entries()) {
      for (const child of token.children ?? []) {
        if (child.type !== "picture" || !pictures || pictures.has(child.meta.key)) continue;
        child.type = "text";
        child.content = child.markup;
      }
      const [before, after] = [tokens[index - 1], tokens[index + 1]];
      const [only, ...others] = token.children ?? [];
      const isAlone = token.type === "inline" && only?.type === "picture" && others.length === 0;
      if (!isAlone || before?.type !== "paragraph_open" || before.hidden || !after) continue;
      before.tag = "figure";
      after.tag = "figure";
      only.meta = { ...only.meta, isFigure: true };
    }
  });

  markdown.renderer.rules.picture = (tokens, index, _options, environment: Environment) => {
    const { content: alt = "", meta } = tokens[index] ?? {};
    const picture = environment.pictures?.get(meta.key);
    if (!picture) return "";
    const image = imageOf(picture, alt);
    const shown = meta.opensItself
      ? `<a href="${addressOf(picture.key)}" rel="nofollow noopener ugc">${image}</a>`
      : image;
    return meta.isFigure && meta.caption
      ? `${shown}<figcaption>${escapeHtml(meta.caption)}</figcaption>`
      : shown;
  };
}

/** Keys of the pictures of a text, in order of appearance, with repetitions. */
export const keysOfPictures = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ type, meta, children }) =>
    type === "picture" ? [meta.key] : children ? keysOfPictures(children) : [],
  );

/** How wide a text is at most, in CSS pixels (apps/web post.module.css). */
const sizes = "(min-width: 768px) 736px, 100vw";
const addressOf = (key: string) => `/media/${key}`;

function imageOf({ key, width, height, widths, colour }: PictureFacts, alt: string): string {
  const sources = renditionFormats.map((format) => {
    const files = widths.map((one) => `${addressOf(renditionKey(key, one, format))} ${one}w`);
    return `<source type="image/${format}" srcset="${files.join(", ")}" sizes="${sizes}">`;
  });
  // No style attribute may stand in a page; this one is of SVG.
  const behind =
    colour === null
      ? ""
      : `<svg aria-hidden="true"><rect width="100%" height="100%" fill="${colour}"></rect></svg>`;
  const image = `<img src="${addressOf(key)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  return `${behind}<picture>${widths.length > 0 ? sources.join("") : ""}${image}</picture>`;
}

const rendered =
  /(?:fill="(#[0-9a-f]{6})"><\/rect><\/svg>)?<picture>(?:<source type="image\/avif" srcset="([^"<>]*)"[^<>]*>)?(?:<source [^<>]*>)*<img src="\/media\/([\w.-]{1,80})" alt="[^"<>]*" width="(\d{1,5})" height="(\d{1,5})"/g;

/** The pictures that a rendered text shows, each once: with them its source gives the same HTML again. */
export function picturesIn(html: string): PictureFacts[] {
  const found = new Map<string, PictureFacts>();
  for (const [, colour, files = "", key = "", width, height] of html.matchAll(rendered)) {
    const widths = [...files.matchAll(/ (\d{1,4})w/g)].map(([, one]) => Number(one));
    found.set(key, { key, width: Number(width), height: Number(height), widths, colour: colour ?? null });
  }
  return [...found.values()];
}

/** The HTML with other addresses for its pictures and their smaller files, as a reader of an unpublished text gets it. */
export function placePictures(html: string, addressOfKey: (key: string) => string): string {
  const pictures = picturesIn(html);
  if (pictures.length === 0) return html;
  const own = new Set(
    pictures.flatMap(({ key, widths }) => [
      key,
      ...widths.flatMap((width) => renditionFormats.map((format) => renditionKey(key, width, format))),
    ]),
  );
  return html.replaceAll(/ (?:href|src|srcset)="[^"]*"/g, (attribute) =>
    attribute.replaceAll(/\/media\/([\w.-]+)/g, (address, key: string) =>
      own.has(key) ? escapeHtml(addressOfKey(key)) : address,
    ),
  );
}
