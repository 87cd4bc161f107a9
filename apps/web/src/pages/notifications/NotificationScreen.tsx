import { messages } from "@cairn/contract";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ExternalLink } from "../../features/feeds/modal/ExternalLink.tsx";
import * as embeddedPlayerCss from "../../features/feeds/modal/embedded-player.module.css";
import { webAddress } from "../../features/feeds/model/web-address.ts";
import { playerAddress, youtubeIdOf } from "../../features/feeds/model/youtube.ts";
import { useEntryState, useOpenedItem } from "../../features/feeds/useEntryState.ts";
import { NotificationBoard, VisitorNotifications } from "../../features/notifications/NotificationBoard.tsx";
import { type Notice, splitAction } from "../../features/notifications/notice.ts";
import {
  type NoticeFilter,
  type NoticeView,
  noticeSorts,
  texts,
} from "../../features/notifications/notice-view.ts";
import { type NoticesOptions, useNotices } from "../../features/notifications/useNotices.ts";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import * as buttonCss from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { PlayerFrame } from "../../ui/PlayerFrame.tsx";

/** `children` is for members only: a visitor has no notifications. */
export function NotificationScreen({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="Notifications" hidden />
      {isSignedIn ? children : <VisitorNotifications />}
    </>
  );
}

interface MemberNotificationsProps extends NoticesOptions {
  filters: readonly NoticeFilter[];
  /** What comes from elsewhere is still loading. */
  isWaiting?: boolean;
}

/** The server's list, among what `external` adds. */
export function MemberNotifications({ filters, isWaiting = false, ...options }: MemberNotificationsProps) {
  const board = useNotices(options);
  const { view, onView } = useNoticeView(filters);
  const { video, closeVideo, act } = useNoticeActions(board);
  return (
    <>
      <NotificationBoard
        board={board}
        filters={filters}
        view={view}
        onView={onView}
        isWaiting={isWaiting}
        onAction={act}
      />
      <VideoDialog video={video} onClose={closeVideo} />
    </>
  );
}

const keyOf = ({ key }: Notice) => key;

/** What a notification's action does depends on its type (docs/evidence/spec-clauses.md#s2-notifications). */
function useNoticeActions({ notices, toggle }: Pick<ReturnType<typeof useNotices>, "notices" | "toggle">) {
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
      // Following a notification marks it as read.
      if (notice.isUnread) toggle(notice);
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

type Choice = Pick<NoticeView, "filter" | "sort">;

const isOneOf = <Option,>(options: readonly Option[], noted: unknown): noted is Option =>
  options.some((option) => option === noted);

function readChoice(filters: readonly NoticeFilter[], noted: unknown): Choice {
  const { filter, sort } = (noted ?? {}) as Partial<Record<keyof Choice, unknown>>;
  return {
    filter: isOneOf(filters, filter) ? filter : "All",
    sort: isOneOf(noticeSorts, sort) ? sort : "Newest",
  };
}

/** Keeps the chosen view of the list for a reader who follows a notification and comes back. */
function useNoticeView(filters: readonly NoticeFilter[]) {
  const { value: choice, keep } = useEntryState("noticeView", (noted) => readChoice(filters, noted));
  const [search, setSearch] = useState("");
  return {
    view: { ...choice, search },
    onView: ({ search: typed, ...change }: Partial<NoticeView>) => {
      if (typed !== undefined) setSearch(typed);
      if (Object.keys(change).length > 0) keep({ ...choice, ...change });
    },
  };
}

/** The target of a notification: a path of this site or an external URL. */
interface Place {
  isHere: boolean;
  to: string;
}

/** Null if there is no usable target. Two leading slashes would name another host. */
export function placeOf(url: string | null): Place | null {
  if (url === null) return null;
  if (/^\/(?![/\\])/.test(url)) return { isHere: true, to: url };
  const address = webAddress(url);
  return address && { isHere: false, to: address.href };
}

interface VideoDialogProps {
  /** Null if nothing is open. */
  video: Notice | null;
  onClose: () => void;
}

/** A notification's video: the player, or a link if it is not on a known video site. */
function VideoDialog({ video, onClose }: VideoDialogProps) {
  if (video === null) return null;
  const { text } = splitAction(video.subMessage);
  const id = video.url && youtubeIdOf(video.url);
  return (
    <Dialog open size="wide" className={embeddedPlayerCss.dialog} title={video.message} onClose={onClose}>
      {text && <p>{text}</p>}
      {id ? (
        <PlayerFrame className={embeddedPlayerCss.root} src={playerAddress(id)} title={video.message} />
      ) : (
        <VideoLink url={video.url} />
      )}
    </Dialog>
  );
}

function VideoLink({ url }: { url: string | null }) {
  const place = placeOf(url);
  return (
    <div className={embeddedPlayerCss.link}>
      {place?.isHere && (
        <Link className={`${buttonCss.root} ${buttonCss.secondary}`} to={place.to}>
          {messages.watchHere}
        </Link>
      )}
      {place?.isHere === false && (
        <ExternalLink className={`${buttonCss.root} ${buttonCss.secondary}`} to={place.to}>
          {messages.watchHere}
        </ExternalLink>
      )}
    </div>
  );
}
