import { limits } from "@cairn/contract";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import * as kit from "../../ui/kit.module.css";
import { Pager } from "../../ui/Pager.tsx";
import { Row } from "../../ui/Stack.tsx";
import { FeedStates, FurtherItems } from "./FeedStates.tsx";
import * as css from "./feed-section.module.css";
import type { FeedItem } from "./model/feed-item.ts";
import type { FeedList } from "./useFeeds.ts";

interface FeedSectionProps<Item extends FeedItem> {
  name: string;
  list: FeedList<Item>;
  /** Restored from the history entry, so it may lie beyond the end of the list. */
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
    <section className={css.root} aria-labelledby={headingId}>
      <Row between gap={4} className={css.head}>
        <h2 className={css.heading} id={headingId}>
          {name}
        </h2>
        {pages > 0 && <SectionPager name={name} page={page} pages={pages} onPage={onPage} />}
      </Row>
      <FeedStates list={list} failure={failure} empty={empty} skeleton={skeleton}>
        {children(list.items.slice((page - 1) * perPage, page * perPage))}
        <FurtherItems items={list.items.slice(perPage)} />
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

/** A pager that announces the new page and keeps the focus when the pressed button becomes disabled. */
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
    <div ref={box} className={kit.scripted}>
      <Pager
        label={`Pages of ${name}`}
        page={page}
        pages={pages}
        onPage={(next) => {
          setIsTurned(true);
          onPage(next);
        }}
      />
      <p className={kit.srOnly} role="status">
        {isTurned && `${name}: page ${page} of ${pages}`}
      </p>
    </div>
  );
}
