import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { Answer, Listing } from "../admin-source.ts";

type Failing = Pick<UseQueryResult, "error" | "isFetching" | "refetch">;

const failureOf = ({ error, isFetching, refetch }: Failing) =>
  error && !isFetching ? { text: error.message, onRetry: () => void refetch() } : undefined;

export const answerOf = <Value>(query: UseQueryResult<Value>): Answer<Value> => ({
  value: query.data,
  // What was loaded before stays in view.
  failure: query.data === undefined ? failureOf(query) : undefined,
});

export const listingOf = <Row>(query: UseInfiniteQueryResult<readonly Row[]>): Listing<Row> => ({
  rows: query.data ?? [],
  isLoading: query.isLoading,
  failure: failureOf(query),
  more: query.hasNextPage
    ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
    : undefined,
});
