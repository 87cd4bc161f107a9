import { useState } from "react";
import { useNavigate } from "react-router";
import { useEntryState } from "../../features/feeds/useEntryState.ts";
import type { Notice } from "../../features/notifications/notice.ts";
import { texts } from "../../features/notifications/notification-texts.ts";
import { type Place, placeOf } from "./place.ts";

const readKey = (noted: unknown) => (typeof noted === "string" ? noted : null);

/** What a notification's action does depends on its type (docs/rules.md#s2-notifications). */
export function useNoticeActions(notices: readonly Notice[]) {
  const navigate = useNavigate();
  // Opening the video adds a history entry, so that Back closes it.
  const { value: key, push, leave } = useEntryState("openedNotice", readKey);
  const [pressed, setPressed] = useState<Notice | null>(null);
  // The open notification may be removed from the list in another tab while it is shown.
  const known = pressed ? [...notices, pressed] : notices;

  function follow({ isHere, to }: Place) {
    if (isHere) void navigate(to);
    else window.location.assign(to);
  }

  return {
    video: known.find((notice) => notice.key === key) ?? null,
    closeVideo: leave,
    act(notice: Notice, label: string) {
      const place = placeOf(notice.url);
      if (notice.type === "Video") {
        setPressed(notice);
        push(notice.key);
      } else if (notice.type === "Article") {
        if (place) window.open(place.to, "_blank", "noopener,noreferrer");
      } else {
        window.alert(texts.navigating(label));
        if (place) follow(place);
      }
    },
  };
}
