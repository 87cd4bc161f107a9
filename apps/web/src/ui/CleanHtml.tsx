import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { plainText } from "../lib/plain-text.ts";
import { addCopyButtons } from "./copy-code.ts";
import { cx } from "./cx.ts";
import * as css from "./prose.module.css";
import { sanitizeHtml } from "./safe-html.ts";

export interface SafeHtmlProps {
  html: string;
  /** Whether to show pictures from other sites. */
  pictures?: boolean;
  className?: string;
  lang?: string | undefined;
  /** `auto`: each reader's browser decides by the text. */
  dir?: string | undefined;
  /** Unique within the page; lets the page's data leave out a text that the markup has (lib/page-data.ts). */
  name?: string;
  /** Marked where they stand. */
  deadLinks?: readonly DeadLink[] | undefined;
  /**
   * Called with the element when its first code comes into view, and again for each change of the text. The signal ends
   * with the text.
   */
  onCode?: (box: HTMLElement, signal: AbortSignal) => void;
}

/** Renders HTML made from user text, sanitised once more in the browser. */
export function CleanHtml({
  html,
  pictures = false,
  className,
  lang,
  dir,
  name,
  deadLinks,
  onCode,
}: SafeHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const sanitized = useMemo(
    () => sanitizeHtml(deadLinks ? markDeadLinks(html, deadLinks) : html, { pictures }),
    [html, pictures, deadLinks],
  );
  const clean = useMarkup(sanitized);
  useCleanMarkup(box, clean.__html);
  useReachableScrollers(box, clean);
  useCopyButtons(box, clean);
  useLargePictures(box);
  useCodeInView(box, clean, onCode);
  return (
    <div
      ref={box}
      className={cx(css.root, className)}
      lang={lang}
      dir={dir}
      data-text={name}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above
      dangerouslySetInnerHTML={clean}
    />
  );
}

/**
 * Returns the same object until the markup changes, because React rebuilds every node when it gets a new one. The HTML that
 * came with the page and the HTML of a call are often written differently, and are the same once they are sanitised.
 */
function useMarkup(sanitized: TrustedHTML | string): { __html: string } {
  // React passes a TrustedHTML value on unchanged, but its types allow only strings.
  const [markup, setMarkup] = useState({ __html: sanitized as string });
  if (String(markup.__html) === String(sanitized)) return markup;
  const changed = { __html: sanitized as string };
  setMarkup(changed);
  return changed;
}

/** Hydration keeps the server's markup as it is, so what the browser would not have let in is taken out afterwards. */
function useCleanMarkup(boxRef: RefObject<HTMLDivElement | null>, clean: string) {
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box && box.innerHTML !== String(clean)) box.innerHTML = clean;
  }, [boxRef, clean]);
}

function useCopyButtons(box: RefObject<HTMLDivElement | null>, html: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has new code
  useEffect(() => (box.current ? addCopyButtons(box.current) : undefined), [box, html]);
}

function useCodeInView(
  box: RefObject<HTMLDivElement | null>,
  html: unknown,
  onCode: SafeHtmlProps["onCode"],
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the HTML changes, not when `onCode` does
  useEffect(() => {
    const code = box.current?.querySelector("pre");
    if (!code || !onCode) return;
    const end = new AbortController();
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      if (box.current) onCode(box.current, end.signal);
    });
    seen.observe(code);
    return () => {
      seen.disconnect();
      end.abort();
    };
  }, [box, html]);
}

/** Makes code and tables that scroll sideways reachable by keyboard. */
function useReachableScrollers(box: RefObject<HTMLDivElement | null>, html: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has new scrollers
  useEffect(() => {
    const scrollers = box.current?.querySelectorAll<HTMLElement>("pre, table") ?? [];
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
        else target.removeAttribute("tabindex");
      }
    });
    for (const scroller of scrollers) observer.observe(scroller);
    return () => observer.disconnect();
  }, [box, html]);
}

/** A picture of the text opens large in its place. Without this code its link opens the file. */
function useLargePictures(box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const image = link?.querySelector("picture > img");
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !image || !isPlain || !link.pathname.startsWith("/media/")) return;
      event.preventDefault();
      import("./large-picture.ts").then(
        ({ showLarge }) => showLarge(link.href, image.getAttribute("alt") ?? ""),
        () => location.assign(link.href),
      );
    };
    const element = box.current;
    element?.addEventListener("click", open);
    return () => element?.removeEventListener("click", open);
  }, [box]);
}

/** A link of a text that is dead. */
interface DeadLink {
  readonly url: string;
  /** Its first failure. */
  readonly since: string;
}

/**
 * Writes behind each dead link since when it has been gone, with the archived copy that its title names
 * (docs/rules.md#dead-links). A text that is marked already stays as it is.
 */
export function markDeadLinks(html: string, dead: readonly DeadLink[]): string {
  const sinceOf = new Map(dead.map(({ url, since }) => [url, since]));
  return html.replaceAll(
    /<a href="([^"]*)"([^>]*)>(?:(?!<\/a>)[\s\S])*<\/a>(?! <em>\(gone since )/g,
    (link, href: string, attributes: string) => {
      const since = sinceOf.get(addressOf(href));
      if (since === undefined) return link;
      const [, copy] = /title="archived: (https?:[^"\s<>]+)"/i.exec(attributes) ?? [];
      const archived = copy ? `; <a href="${copy}" rel="nofollow noopener ugc">archived copy</a>` : "";
      return `${link} <em>(gone since ${dayOf(since)}${archived})</em>`;
    },
  );
}

/** "3 November 2025". Intl's first use blocks a page for 20 ms, so only a text with a dead link pays for it. */
const dayOf = (instant: string) =>
  new Date(instant).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** As links are asked about: without the fragment. */
function addressOf(href: string): string {
  const plain = plainText(href);
  if (!URL.canParse(plain)) return plain;
  const url = new URL(plain);
  url.hash = "";
  return url.href;
}
