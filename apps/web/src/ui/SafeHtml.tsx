import { type RefObject, useEffect, useMemo, useRef } from "react";
import { cx } from "./cx.ts";
import "./prose.css";
import { sanitizeHtml } from "./safe-html.ts";

interface SafeHtmlProps {
  html: string;
  /** Whether pictures from elsewhere may show. */
  pictures?: boolean;
  className?: string;
}

/** HTML made of what people wrote, sanitised once more on its way into the page. */
export function SafeHtml({ html, pictures = false, className }: SafeHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  // React hands a trusted value on as it is; its types know of texts only.
  const clean = useMemo(
    () => ({ __html: sanitizeHtml(html, { pictures }) as unknown as string }),
    [html, pictures],
  );
  useReachableScrollers(box, clean);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above
    <div ref={box} className={cx("prose", className)} dangerouslySetInnerHTML={clean} />
  );
}

/** Code and tables wider than the page scroll sideways; the keyboard must get there too. */
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
