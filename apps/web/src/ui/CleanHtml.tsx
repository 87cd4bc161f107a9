import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { cx } from "./cx.ts";
import * as css from "./prose.module.css";
import { sanitizeHtml } from "./safe-html.ts";

export interface SafeHtmlProps {
  html: string;
  /** Whether to show pictures from other sites. */
  pictures?: boolean;
  className?: string;
  /** Unique within the page; lets the page's data leave out a text that the markup has (lib/page-data.ts). */
  name?: string;
}

/** Renders HTML made from user text, sanitised once more in the browser. */
export function CleanHtml({ html, pictures = false, className, name }: SafeHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  // React passes a TrustedHTML value on unchanged, but its types allow only strings.
  const clean = useMemo(
    () => ({ __html: sanitizeHtml(html, { pictures }) as unknown as string }),
    [html, pictures],
  );
  useCleanMarkup(box, clean.__html);
  useReachableScrollers(box, clean);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above
    <div ref={box} className={cx(css.root, className)} data-text={name} dangerouslySetInnerHTML={clean} />
  );
}

/** Hydration keeps the server's markup as it is, so what the browser would not have let in is taken out afterwards. */
function useCleanMarkup(box: RefObject<HTMLDivElement | null>, clean: string) {
  useLayoutEffect(() => {
    if (box.current && box.current.innerHTML !== String(clean)) box.current.innerHTML = clean;
  }, [box, clean]);
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
