import { limits } from "@cairn/contract";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { FeedStates } from "../../features/feeds/FeedStates.tsx";
import type { FeedItem } from "../../features/feeds/model/feed-item.ts";
import type { FeedList } from "../../features/feeds/useFeeds.ts";
import { Pager } from "../../ui/Pager.tsx";
import "./feed-section.css";

interface FeedSectionProps<Item extends FeedItem> {
  name: string;
  list: FeedList<Item>;
  /** From the history: the list may have grown shorter since. */
  page: number;
  onPage: (page: number) => void;
  failure: string;
  empty: string;
  skeleton: (shown: boolean) => ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

const perPage = limits.feedPageItems;

export function FeedSection<Item extends FeedItem>(props: FeedSectionProps<Item>) {
  const { name, list, onPage, failure, empty, skeleton, children } = props;
  const headingId = useId();
  const pages = Math.ceil(list.items.length / perPage);
  const page = Math.min(props.page, Math.max(1, pages));
  return (
    <section className="feed-section" aria-labelledby={headingId}>
      <div className="feed-section-head">
        <h2 id={headingId}>{name}</h2>
        {pages > 0 && <SectionPager name={name} page={page} pages={pages} onPage={onPage} />}
      </div>
      <FeedStates list={list} failure={failure} empty={empty} skeleton={skeleton}>
        {children(list.items.slice((page - 1) * perPage, page * perPage))}
      </FeedStates>
    </section>
  );
}

interface SectionPagerProps {
  name: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** A pager that says where it has turned to, and whose focus stays in it when a button is disabled under it. */
function SectionPager({ name, page, pages, onPage }: SectionPagerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isTurned, setIsTurned] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page may have disabled the pressed button
  useLayoutEffect(() => {
    const pressed = document.activeElement;
    if (!box.current?.contains(pressed) || !pressed?.matches(":disabled")) return;
    box.current.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [page]);

  return (
    <div ref={box}>
      <Pager
        label={`Pages of ${name}`}
        page={page}
        pages={pages}
        onPage={(next) => {
          setIsTurned(true);
          onPage(next);
        }}
      />
      <p className="sr-only" role="status">
        {isTurned && `${name}: page ${page} of ${pages}`}
      </p>
    </div>
  );
}
