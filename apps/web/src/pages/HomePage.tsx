import { screens } from "@cairn/contract";
import { Plus } from "lucide-react";
import { CommentsCarousel } from "../features/comments-carousel/CommentsCarousel.tsx";
import { FeedItemModal } from "../features/feeds/modal/FeedItemModal.tsx";
import { useEntryState } from "../features/feeds/useEntryState.ts";
import { useFeeds } from "../features/feeds/useFeeds.ts";
import { useOpenedItem } from "../features/feeds/useOpenedItem.ts";
import { usePendingPosts } from "../features/pending-posts/usePendingPosts.ts";
import { YourContent } from "../features/pending-posts/YourContent.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { Greeting } from "./home/Greeting.tsx";
import { HomeFeed } from "./home/HomeFeed.tsx";
import { type Filter, filters, readView, withFilter, withMore } from "./home/home-view.ts";

/** The spec's comments screen asks for this item's. */
const commentedContent = 1;

/** The Home/feed page: /home and /feed (D6). */
export function HomePage() {
  const feeds = useFeeds();
  const { value: view, keep: keepView } = useEntryState("homeView", readView);
  const { opened, open, close } = useOpenedItem(feeds.all.items);
  const pending = usePendingPosts();

  const createPost = (
    <ButtonLink size="sm" to={screens.createPost}>
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
      <HomeFeed
        feeds={feeds}
        view={view}
        onMore={() => {
          keepView(withMore(view));
          feeds.reload();
        }}
        onOpen={open}
      />
      <CommentsCarousel contentId={commentedContent} />
      <FeedItemModal item={opened} onClose={close} />
    </>
  );
}
