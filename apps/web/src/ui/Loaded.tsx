import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Coming } from "./Coming.tsx";
import * as kit from "./kit.module.css";
import { LoadingLine } from "./LoadingLine.tsx";
import { ErrorState } from "./State.tsx";
import { useDelayedFlag } from "./useDelayedFlag.ts";

/** As a query has it. */
interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Answer<Data>;
  /** Placeholders in the place of what comes; without any a line says that it loads. */
  waiting?: ReactNode;
  /** Says what could not be loaded. */
  failure: string;
  /** What some errors show in place of the failure. */
  instead?: (error: Error) => ReactNode;
  /** Of a screen that is named by what it loads: its title after a failure. */
  screen?: string;
  /** In place of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has: that it is on its way, what came, or that it could not be loaded, with a button to try again. */
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
