import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Coming } from "./Coming.tsx";
import * as kit from "./kit.module.css";
import { LoadingLine } from "./LoadingLine.tsx";
import { ErrorState } from "./State.tsx";
import { useDelayedFlag } from "./useDelayedFlag.ts";

/** The fields of a query that this uses. */
interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Answer<Data>;
  /** Placeholders while loading; defaults to a loading line. */
  waiting?: ReactNode;
  /** Says what could not be loaded. */
  failure: string;
  /** For some errors, what to show in place of the failure. */
  instead?: (error: Error) => ReactNode;
  /** The title after a failure, for a screen whose title comes from its data. */
  screen?: string;
  /** In place of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query's state: loading, its data, or that it failed, with a button to try again. */
export function Loaded<Data>({
  query,
  waiting,
  failure,
  instead,
  screen,
  empty,
  children,
}: LoadedProps<Data>) {
  const { data, error, isPending, isPlaceholderData } = query;
  // An empty answer to the last question must not pass for the answer to this one.
  const isWaiting = isPending || (isPlaceholderData && isEmpty(data));
  const signShown = useDelayedFlag(isWaiting);

  if (isWaiting || signShown) {
    if (waiting) return <Coming shown={signShown}>{waiting}</Coming>;
    return signShown && <LoadingLine text={messages.loading} />;
  }
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data);
  return (
    (error && instead?.(error)) || (
      <>
        {screen && (
          <>
            <PageTitle title={screen} hidden />
            <h1 className={kit.srOnly}>{screen}</h1>
          </>
        )}
        <ErrorState title={failure} onRetry={() => void query.refetch()} />
      </>
    )
  );
}

function isEmpty(data: unknown): boolean {
  const list = typeof data === "object" && data !== null && "items" in data ? data.items : data;
  return Array.isArray(list) && list.length === 0;
}
