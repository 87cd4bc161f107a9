import { type ReadingPlace, readingLimits } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { followReading, goTo } from "./follow-reading.ts";
import * as css from "./followed-reading.module.css";
import { createPlaceKeeper, type PlaceKeeper, placeQuery } from "./reading.queries.ts";

interface FollowedReadingProps {
  id: number;
  article: RefObject<HTMLElement | null>;
}

/** Keeps where a member is in an item, and offers to go on where they were (docs/rules.md#reading-places). */
export function FollowedReading({ id, article }: FollowedReadingProps) {
  const cache = useQueryClient();
  const { data: left } = useQuery(placeQuery(id));
  const isWorthIt =
    left !== undefined &&
    left.seconds === null &&
    left.position >= readingLimits.begunFrom &&
    left.position < readingLimits.finishedFrom;
  const [isAnswered, setAnswered] = useState(false);
  const isOffered = isWorthIt && !isAnswered;
  const note = useEffectEvent((keeper: PlaceKeeper, place: ReadingPlace) => {
    keeper.note(place);
    if (left && place.position > left.position) setAnswered(true);
  });

  useEffect(() => {
    const root = article.current;
    if (!left || !root) return;
    const keeper = createPlaceKeeper(cache, id);
    const stop = followReading(root, left, (place) => note(keeper, place), keeper.send);
    const onHidden = () => {
      if (document.visibilityState === "hidden") keeper.send();
    };
    window.addEventListener("pagehide", keeper.send);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      stop();
      keeper.send();
      window.removeEventListener("pagehide", keeper.send);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [cache, id, article, left]);

  if (!isOffered) return null;
  return (
    <div className={css.root}>
      <Button
        size="sm"
        onClick={() => {
          if (article.current) goTo(article.current, left.position);
          setAnswered(true);
        }}
      >
        <ArrowDown size={16} />
        Continue where you stopped
      </Button>
      <IconButton
        kind="ghost"
        size="sm"
        label="Stay here"
        icon={<X size={16} />}
        onClick={() => setAnswered(true)}
      />
    </div>
  );
}
