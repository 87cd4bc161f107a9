import { categoryPath, messages, searchPath } from "@cairn/contract";
import { Search } from "lucide-react";
import { useState } from "react";
import { CategoryCard } from "../features/category-posts/CategoryCard.tsx";
import { CategoryRow } from "../features/category-posts/CategoryRow.tsx";
import type { CategoryPost } from "../features/category-posts/category-post.ts";
import { useTallies } from "../features/category-posts/useTallies.ts";
import { VerifiedRow } from "../features/content/VerifiedRow.tsx";
import { ExternalLink } from "../features/feeds/modal/ExternalLink.tsx";
import * as embeddedPlayerCss from "../features/feeds/modal/embedded-player.module.css";
import { playerAddress, youtubeIdOf } from "../features/feeds/model/youtube.ts";
import { useOpenedItem } from "../features/feeds/useEntryState.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { formatDay } from "../lib/time/dates.ts";
import { Alert } from "../ui/Alert.tsx";
import { Byline } from "../ui/Avatar.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as buttonCss from "../ui/button.module.css";
import { Coming } from "../ui/Coming.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import * as kit from "../ui/kit.module.css";
import { PageHead } from "../ui/PageHead.tsx";
import { PlayerFrame } from "../ui/PlayerFrame.tsx";
import { FeedCardSkeleton } from "../ui/Skeleton.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import { EmptyState } from "../ui/State.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { searchRows, useCategoryRows } from "./category/useCategoryRows.ts";
import * as css from "./category-page.module.css";

const sourceOf = ({ source }: CategoryPost) => source;
const invitation = "Search Categories...";

/** The categories screen, /category. */
export function CategoryPage() {
  const { rows, isLoading, failure } = useCategoryRows();
  const signShown = useDelayedFlag(isLoading);
  const { tallyOf, actions } = useTallies();
  const [words, setWords] = useState("");
  const { opened, open, close } = useOpenedItem(
    "openedPost",
    rows.flatMap(({ posts }) => posts),
    sourceOf,
  );
  const found = searchRows(rows, words);
  return (
    <>
      <PageTitle title="Categories" hidden />
      <PageHead
        title="Categories"
        sub="Videos and articles from other sites, and the verified posts beside them."
      >
        <div className={css.search}>
          <TextInput
            type="search"
            icon={<Search size={17} />}
            placeholder={invitation}
            aria-label={invitation}
            autoComplete="off"
            enterKeyHint="search"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
      </PageHead>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      {isLoading || signShown ? (
        <CategorySkeleton names={rows.map(({ name }) => name)} shown={signShown} />
      ) : (
        found.map(({ name, posts }) => (
          <CategoryRow key={name} name={name} own={categoryPath(name)}>
            {posts.length === 0 && <li className={kit.muted}>{messages.noContent}</li>}
            {posts.map((post) => (
              <li key={post.source}>
                <CategoryCard post={post} tally={tallyOf(post)} actions={actions} onOpen={open} />
              </li>
            ))}
          </CategoryRow>
        ))
      )}
      <div role="status">
        {!isLoading && found.length === 0 && (
          <NothingFound words={words.trim()} onClear={() => setWords("")} />
        )}
      </div>
      {words.trim() === "" && <VerifiedRow />}
      <PostModal post={opened} onClose={close} />
    </>
  );
}

interface NothingFoundProps {
  words: string;
  onClear: () => void;
}

function NothingFound({ words, onClear }: NothingFoundProps) {
  if (words === "") return <EmptyState spot="search" title={messages.noContent} />;
  const ways = (
    <Row wrap className={css.ways}>
      <Button onClick={onClear}>Clear search</Button>
      <ButtonLink to={searchPath(words)}>Search the library</ButtonLink>
    </Row>
  );
  return <EmptyState spot="search" title={messages.noMatchingPosts} action={ways} />;
}

const cards = [1, 2, 3, 4];

interface CategorySkeletonProps {
  names: readonly string[];
  /** False keeps the space reserved, so that nothing moves when the skeleton appears and disappears. */
  shown: boolean;
}

function CategorySkeleton({ names, shown }: CategorySkeletonProps) {
  return (
    <Coming shown={shown}>
      {names.map((name) => (
        <CategoryRow key={name} name={name}>
          {cards.map((card) => (
            <li key={card}>
              <FeedCardSkeleton />
            </li>
          ))}
        </CategoryRow>
      ))}
    </Coming>
  );
}

interface PostModalProps {
  /** Null if nothing is open. */
  post: CategoryPost | null;
  onClose: () => void;
}

/** A video's player, or an article's opening with a link to the full text (docs/evidence/spec-clauses.md#s2-categories). */
function PostModal({ post, onClose }: PostModalProps) {
  if (post === null) return null;
  return (
    <Dialog open size="wide" className={embeddedPlayerCss.dialog} title={post.title} onClose={onClose}>
      {post.type === "video" ? <Video post={post} /> : <Article post={post} />}
    </Dialog>
  );
}

function Video({ post: { url, title } }: { post: CategoryPost }) {
  const id = url && youtubeIdOf(url);
  if (id) return <PlayerFrame className={embeddedPlayerCss.root} src={playerAddress(id)} title={title} />;
  return (
    <div className={embeddedPlayerCss.link}>
      {url && (
        <ExternalLink className={`${buttonCss.root} ${buttonCss.secondary}`} to={url}>
          {messages.watchHere}
        </ExternalLink>
      )}
    </div>
  );
}

function Article({ post: { author, date, description, url } }: { post: CategoryPost }) {
  return (
    <Stack starts above={4}>
      <Byline name={author} size={36} note={date && formatDay(date)} />
      <p className={css.words}>{description}</p>
      {url && <ExternalLink to={url}>{messages.readFullArticle}</ExternalLink>}
    </Stack>
  );
}
