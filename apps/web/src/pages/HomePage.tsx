import { messages, screens, searchPath } from "@cairn/contract";
import { Plus } from "lucide-react";
import { memo, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { VerifiedRow } from "../features/content/VerifiedRow.tsx";
import { FeedItemModal } from "../features/feeds/modal/FeedItemModal.tsx";
import { keyOf } from "../features/feeds/model/feed-item.ts";
import { useEntryState, useOpenedItem } from "../features/feeds/useEntryState.ts";
import { feedsDescription, useFeeds } from "../features/feeds/useFeeds.ts";
import { usePendingPosts } from "../features/writing/pending/pending-posts.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useHydrated } from "../lib/store.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import { Select } from "../ui/Select.tsx";
import * as css from "./home/greeting.module.css";
import { type Filter, filters, HomeFeed, readView, withFilter, withMore } from "./home/HomeFeed.tsx";

// Lazy: few readers have posts on this device.
const YourContent = lazyNamed(() => import("../features/writing/pending/YourContent.tsx"), "YourContent");

// Lazy: shown once, after a link signed somebody in.
const SignedInNote = lazyNamed(() => import("./home/SignedInNote.tsx"), "SignedInNote");

// Lazy: it is below everything else.
const HomeComments = lazyNamed(() => import("./home/HomeComments.tsx"), "HomeComments");

/** Memoised like the row above the feeds. */
const Comments = memo(() => (
  <Suspense fallback={null}>
    <HomeComments />
  </Suspense>
));

/** The Home/feed page: /home and /feed (docs/rules.md#home-and-feed). */
export function HomePage() {
  const feeds = useFeeds();
  const { value: view, keep: keepView } = useEntryState("homeView", readView);
  const { opened, open, close } = useOpenedItem("opened", feeds.all.items, keyOf);
  const pending = usePendingPosts();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const isSignedInByLink = isHydrated && state?.isSignedInByLink === true;

  const createPost = (
    <ButtonLink className={css.create} size="sm" to={screens.createPost}>
      <Plus size={16} />
      Create Post
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title="Home" description={feedsDescription} />
      {isSignedInByLink && (
        <Suspense>
          <SignedInNote />
        </Suspense>
      )}
      <Greeting>
        {pending.posts.length === 0 && createPost}
        <Select
          className={css.filter}
          labelClass={`${css.filterLabel} ${kit.scripted}`}
          inlineLabel="Filter by"
          value={view.filter}
          onChange={({ target }) => keepView(withFilter(view, target.value as Filter))}
        >
          {filters.map((filter) => (
            <option key={filter}>{filter}</option>
          ))}
        </Select>
      </Greeting>
      {(pending.posts.length > 0 || pending.isUnreadable) && (
        <Suspense>
          <YourContent {...pending} action={createPost} />
        </Suspense>
      )}
      <VerifiedRow />
      <HomeFeed
        feeds={feeds}
        view={view}
        onMore={() => {
          keepView(withMore(view));
          feeds.reload();
        }}
        onOpen={open}
      />
      <Comments />
      <FeedItemModal item={opened} onClose={close} />
    </>
  );
}

const defaultTags = ["Full-Stack", "Front-End", "DevOps"];

interface GreetingProps {
  /** Controls on the right. */
  children: ReactNode;
}

/** A longer name is written smaller on phones. */
const shortName = 14;

/**
 * While the user is loading, their space stays empty, so that no text appears and then changes. Name and interests have a
 * line each, so that nothing moves when they come.
 */
function Greeting({ children }: GreetingProps) {
  const { data: me, isLoading } = useMe();
  const name = me?.name || messages.defaultUserName;
  const tags = me && me.interests.length > 0 ? me.interests : defaultTags;
  return (
    <div className={`${kit.pageHead} ${css.root}`}>
      <div className={kit.grow}>
        <h1 className={cx(kit.h1, css.heading, name.length > shortName && css.isLong)}>
          Hello, <span className={css.name}>{!isLoading && name}</span>
        </h1>
        <p className={kit.sub}>New videos and articles from other sites, and the newest verified posts.</p>
        <ul className={`${kit.row} ${kit.gap2} ${css.tags}`} aria-label="Your interests">
          {!isLoading &&
            tags.map((tag) => (
              <li key={tag}>
                <Chip className={css.tag} to={searchPath(tag)}>
                  {tag}
                </Chip>
              </li>
            ))}
        </ul>
      </div>
      <div className={`${kit.cluster} ${kit.gap2} ${css.end}`}>{children}</div>
    </div>
  );
}
