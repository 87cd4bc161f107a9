import { type RefObject, useEffect, useRef, useState } from "react";
import { plainText } from "../../lib/plain-text.ts";
import * as kit from "../../ui/kit.module.css";
import * as css from "./post.module.css";

interface Heading {
  id: string;
  rank: number;
  words: string;
}

/** With fewer headings, a table of contents is unnecessary. */
const fewest = 3;

const name = "On this page";

/** The headings of a text, beside it on wide screens. The links work without a script. */
export function TextContents({ html }: { html: string }) {
  const nav = useRef<HTMLElement>(null);
  const current = useCurrentHeading(nav, html);
  const headings = headingsOf(html);
  if (headings.length < fewest) return null;
  return (
    <nav className={`${css.contents} ${css.beside}`} aria-label={name} ref={nav}>
      <p className={kit.note}>{name}</p>
      <HeadingLinks headings={headings} current={current} />
    </nav>
  );
}

/** The same on narrow screens, folded above the title. A press on a heading folds it again. */
export function FoldedContents({ html }: { html: string }) {
  const box = useRef<HTMLDetailsElement>(null);
  const headings = headingsOf(html);
  if (headings.length < fewest) return null;
  return (
    <details className={css.folded} ref={box}>
      <summary>{name}</summary>
      <nav className={css.contents} aria-label={name}>
        <HeadingLinks
          headings={headings}
          onFollow={() => {
            if (box.current) box.current.open = false;
          }}
        />
      </nav>
    </details>
  );
}

interface HeadingLinksProps {
  headings: readonly Heading[];
  current?: string | undefined;
  onFollow?: () => void;
}

function HeadingLinks({ headings, current, onFollow }: HeadingLinksProps) {
  const highest = Math.min(...headings.map(({ rank }) => rank));
  return (
    <ol>
      {headings.map(({ id, rank, words }) => (
        <li key={id} className={rank > highest ? css.under : undefined}>
          <a
            href={`#${id}`}
            dir="auto"
            aria-current={id === current ? "location" : undefined}
            onClick={onFollow}
          >
            {words}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** From the top of the window; a section is read once its heading is above this part of it. */
const readingLine = 0.3;

/** The id of the section that is read; undefined above the first one, and while the list is not shown. */
function useCurrentHeading(nav: RefObject<HTMLElement | null>, html: string) {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const ids = headingsOf(html).map(({ id }) => id);
    let frame: number | undefined;
    const look = () => {
      frame = undefined;
      if (!nav.current?.offsetParent) return;
      const line = window.innerHeight * readingLine;
      // Looked for each time: the text is drawn again once its code has loaded.
      const isAbove = (id: string) => {
        const heading = document.getElementById(id);
        return heading !== null && heading.getBoundingClientRect().top <= line;
      };
      setCurrent(ids.findLast(isAbove));
    };
    const onScroll = () => {
      frame ??= requestAnimationFrame(look);
    };
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [nav, html]);
  return current;
}

/** As the server writes them (apps/server/src/lib/markdown/names.ts). */
const headingsOf = (html: string): Heading[] =>
  [...html.matchAll(/<h([2-6]) id="(text-[^"]+)"[^>]*>(.*?)<\/h\1>/gs)].map(([, rank, id, inner]) => ({
    id: String(id),
    rank: Number(rank),
    words: wordsOf(String(inner)),
  }));

/** Without markup and footnotes. */
const wordsOf = (html: string) => plainText(html.replaceAll(/<sup>.*?<\/sup>|<[^>]*>/gs, "")).trim();
