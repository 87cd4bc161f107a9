import { messages, screens, searchPath } from "@cairn/contract";
import { Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useMe } from "../features/auth/me.queries.ts";
import { VerifiedRow } from "../features/content/VerifiedRow.tsx";
import { FeedItemModal } from "../features/feeds/modal/FeedItemModal.tsx";
import { useEntryState } from "../features/feeds/useEntryState.ts";
import { useFeeds } from "../features/feeds/useFeeds.ts";
import { useOpenedItem } from "../features/feeds/useOpenedItem.ts";
import { usePendingPosts } from "../features/pending-posts/usePendingPosts.ts";
import { YourContent } from "../features/pending-posts/YourContent.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { Select } from "../ui/Select.tsx";
import * as css from "./home/greeting.module.css";
import { HomeFeed } from "./home/HomeFeed.tsx";
import { type Filter, filters, readView, withFilter, withMore } from "./home/home-view.ts";

// Lazy: it stands below everything else.
const HomeComments = lazy(async () => ({
  default: (await import("./home/HomeComments.tsx")).HomeComments,
}));

/** The Home/feed page: /home and /feed (docs/rules.md#d6). */
export function HomePage() {
  const feeds = useFeeds();
  const { value: view, keep: keepView } = useEntryState("homeView", readView);
  const { opened, open, close } = useOpenedItem(feeds.all.items);
  const pending = usePendingPosts();

  const createPost = (
    <ButtonLink className={css.create} size="sm" to={screens.createPost}>
      <Plus size={16} />
      Create Post
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title="Home" hidden />
      <Greeting>
        {pending.posts.length === 0 && createPost}
        <Select
          className={css.filter}
          labelClass={css.filterLabel}
          inlineLabel="Filter by"
          value={view.filter}
          onChange={({ target }) => keepView(withFilter(view, target.value as Filter))}
        >
          {filters.map((filter) => (
            <option key={filter}>{filter}</option>
          ))}
        </Select>
      </Greeting>
      <YourContent {...pending} action={createPost} />
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
      <Suspense fallback={null}>
        <HomeComments />
      </Suspense>
      <FeedItemModal item={opened} onClose={close} />
    </>
  );
}

const defaultTags = ["Full-Stack", "Front-End", "DevOps"];

interface GreetingProps {
  /** Controls on the right. */
  children: ReactNode;
}

/** While the user is loading, their space stays empty, so that no text appears and then changes. */
function Greeting({ children }: GreetingProps) {
  const { data: me, isLoading } = useMe();
  const name = me?.name || messages.defaultUserName;
  const tags = me && me.interests.length > 0 ? me.interests : defaultTags;
  return (
    <div className={`${layoutCss.pageHead} ${css.root}`}>
      <div>
        <h1 className={`${layoutCss.h1} ${css.heading}`}>Hello, {!isLoading && name}</h1>
        <ul
          className={`${layoutCss.cluster} ${layoutCss.gap2} ${partsCss.top4} ${css.tags}`}
          aria-label="Your interests"
        >
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
      <div className={`${layoutCss.pageHeadEnd} ${css.end}`}>{children}</div>
    </div>
  );
}
