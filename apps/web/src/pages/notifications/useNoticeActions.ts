import { useNavigate } from "react-router";
import { useOpenedItem } from "../../features/feeds/useOpenedItem.ts";
import type { Notice } from "../../features/notifications/notice.ts";
import { texts } from "../../features/notifications/notification-texts.ts";
import { type Place, placeOf } from "./place.ts";

const keyOf = ({ key }: Notice) => key;

/** What a notification's action does depends on its type (docs/rules.md#s2-notifications). */
export function useNoticeActions(notices: readonly Notice[]) {
  const navigate = useNavigate();
  const { opened, open, close } = useOpenedItem("openedNotice", notices, keyOf);

  function follow({ isHere, to }: Place) {
    if (isHere) void navigate(to);
    else window.location.assign(to);
  }

  return {
    video: opened,
    closeVideo: close,
    act(notice: Notice, label: string) {
      const place = placeOf(notice.url);
      if (notice.type === "Video") {
        open(notice);
      } else if (notice.type === "Article") {
        if (place) window.open(place.to, "_blank", "noopener,noreferrer");
      } else {
        window.alert(texts.navigating(label));
        if (place) follow(place);
      }
    },
  };
}
