import type { ReactNode, RefObject } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";
import { Stack } from "./Stack.tsx";
import { useLoadMore } from "./useLoadMore.ts";

/** The fields of an infinite query that this uses. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Left out by lists that say it elsewhere. */
  isFetchNextPageError?: boolean;
  fetchNextPage: () => unknown;
}

interface MoreListProps<List extends HTMLElement> {
  query: Pages;
  /** How many entries are shown. */
  count: number;
  /** Selects what takes the focus in the first new entry. */
  target: string;
  failure?: string;
  /** How much is shown of how much. */
  status?: string;
  /** In place of the button where JavaScript does not work. */
  plain?: ReactNode;
  /** The list, whose element takes the ref. */
  children: (list: RefObject<List | null>) => ReactNode;
}

/** A list that is loaded page by page, with the button for its next page. */
export function MoreList<List extends HTMLElement = HTMLUListElement>({
  query,
  count,
  target,
  failure,
  status,
  plain,
  children,
}: MoreListProps<List>) {
  const { hasNextPage, isFetchingNextPage } = query;
  const { list, button } = useLoadMore<List>(count, query, target);
  const hasFailed = query.isFetchNextPageError && !isFetchingNextPage;
  return (
    <>
      {children(list)}
      {(hasNextPage || hasFailed || status !== undefined) && (
        <Stack gap={3} above={8} className={`${layout.listEnd} ${kit.num}`}>
          {status !== undefined && <p role="status">{status}</p>}
          {hasFailed && <Alert kind="danger" text={failure} />}
          {hasNextPage && <Button {...button} className={kit.scripted} />}
          {hasNextPage && plain}
        </Stack>
      )}
    </>
  );
}
