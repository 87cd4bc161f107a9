import { screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { memo, Suspense, useId } from "react";
import { Link } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { siteName } from "../../lib/site.ts";
import { Coming } from "../../ui/Coming.tsx";
import * as kit from "../../ui/kit.module.css";
import { SectionHead } from "../../ui/PageHead.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { CardRowSkeleton } from "./CardRowSkeleton.tsx";
import { newestQuery } from "./content.queries.ts";

// Lazy: the external feeds below have cards of their own.
const CardRow = lazyNamed(() => import("./CardRow.tsx"), "CardRow");

/**
 * The newest verified items above the external feeds (docs/rules.md#verified-rows-and-first-steps); nothing while there are none. Memoised: a page
 * that renders again before the row's code has come would replace the server's row by its skeleton.
 */
export const VerifiedRow = memo(function VerifiedRow() {
  const headingId = useId();
  const { data, error, isFetching, refetch } = useQuery(newestQuery);
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  // A server with the specification's calls alone has no list of them.
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (data?.items.length === 0 || isUnknown) return null;
  return (
    <section className={kit.section} aria-labelledby={headingId}>
      <SectionHead id={headingId} title={`Verified on ${siteName()}`}>
        <Link className={kit.link} to={screens.library}>
          All in the library
        </Link>
      </SectionHead>
      {isLoading || signShown ? (
        <Coming shown={signShown}>
          <CardRowSkeleton />
        </Coming>
      ) : data ? (
        <Suspense fallback={<CardRowSkeleton className={kit.hidden} />}>
          <CardRow items={data.items} labelledBy={headingId} isFirst />
        </Suspense>
      ) : (
        <ErrorState title="The newest verified posts could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
});
