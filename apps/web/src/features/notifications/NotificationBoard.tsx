import { screens } from "@cairn/contract";
import { Search, Trash2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useLoginState } from "../../lib/session/return-place.ts";
import { readSession } from "../../lib/session/session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Count } from "../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { Row } from "../../ui/Stack.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import * as toolbarCss from "../../ui/toolbar.module.css";
import { NotificationList } from "./NotificationList.tsx";
import type { Notice } from "./notice.ts";
import {
  inView,
  type NoticeFilter,
  type NoticeSort,
  type NoticeView,
  noticeSorts,
  texts,
} from "./notice-view.ts";
import * as css from "./notifications.module.css";
import type { useNotices } from "./useNotices.ts";

interface NotificationBoardProps {
  board: ReturnType<typeof useNotices>;
  filters: readonly NoticeFilter[];
  view: NoticeView;
  onView: (change: Partial<NoticeView>) => void;
  /** Another part of the list is still loading. */
  isWaiting: boolean;
  onAction: (notice: Notice, label: string) => void;
}

export function NotificationBoard(props: NotificationBoardProps) {
  const { board, filters, view, onView, isWaiting, onAction } = props;
  const newest = board.notices.find(({ isNew }) => isNew);
  return (
    <div className={css.root}>
      <NotificationHead unread={board.unread}>
        <Button kind="ghost" size="sm" onClick={board.markAllRead}>
          Mark all as read
        </Button>
        <Button kind="ghost" size="sm" onClick={board.clearAll}>
          <Trash2 size={16} />
          {texts.clear}
        </Button>
      </NotificationHead>
      <NotificationTools filters={filters} view={view} onChange={onView} />
      {board.showsSamples && (
        <Alert className={css.samples} kind="info">
          Your notifications could not be loaded. {board.notices.length > 0 && "Showing samples instead. "}
          <button type="button" className={kit.link} onClick={board.retry}>
            Try again
          </button>
        </Alert>
      )}
      <p className={kit.srOnly} role="status">
        {newest && `New: ${newest.message}`}
      </p>
      <NotificationList
        notices={inView(board.notices, view)}
        isLoading={board.isLoading || (isWaiting && board.notices.length === 0)}
        isNarrowed={view.filter !== "All" || view.search.trim() !== ""}
        hasMore={board.hasMore}
        isLoadingMore={board.isLoadingMore}
        onMore={board.loadMore}
        onToggle={board.toggle}
        onAction={onAction}
      />
    </div>
  );
}

interface NotificationHeadProps {
  unread: number;
  /** Actions on all notifications. */
  children?: ReactNode;
}

function NotificationHead({ unread, children }: NotificationHeadProps) {
  return (
    <header className={kit.pageHead}>
      <div>
        <Row gap={3}>
          <h1 className={kit.h1}>{texts.title}</h1>
          <span role="status">
            <Count className={css.count} value={unread} of="unread" />
          </span>
        </Row>
        <p className={kit.sub}>{texts.tagline}</p>
      </div>
      {children && (
        <Row wrap className={css.headEnd}>
          {children}
        </Row>
      )}
    </header>
  );
}

interface NotificationToolsProps {
  filters: readonly NoticeFilter[];
  view: NoticeView;
  onChange: (change: Partial<NoticeView>) => void;
}

const searchName = "Search Notifications";

function NotificationTools({ filters, view, onChange }: NotificationToolsProps) {
  return (
    <div className={`${toolbarCss.root} ${toolbarCss.isStacked} ${css.tools}`}>
      <Segmented
        label="Filter"
        options={filters}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <TextInput
        className={toolbarCss.search}
        size="sm"
        type="search"
        aria-label={searchName}
        placeholder={searchName}
        icon={<Search size={17} />}
        value={view.search}
        autoComplete="off"
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <Select
        className={css.sort}
        inlineLabel="Sort"
        value={view.sort}
        onChange={({ target }) => onChange({ sort: target.value as NoticeSort })}
      >
        {noticeSorts.map((sort) => (
          <option key={sort}>{sort}</option>
        ))}
      </Select>
    </div>
  );
}

/** Without a token nothing is fetched, and that is logged (docs/rules.md#notifications-without-a-token). */
export function VisitorNotifications() {
  const login = useLoginState();
  useEffect(() => {
    // A user who has just logged out is about to leave this screen.
    if (!readSession().leaving) console.error("Notifications could not be loaded: nobody is logged in.");
  }, []);
  return (
    <div className={css.root}>
      <NotificationHead unread={0} />
      <EmptyState
        title={texts.nothing}
        text="Log in to see yours."
        action={
          <ButtonLink size="sm" to={screens.login} state={login}>
            Log In
          </ButtonLink>
        }
      />
    </div>
  );
}
