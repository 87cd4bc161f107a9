import { messages } from "@cairn/contract";
import { Search } from "lucide-react";
import { useState } from "react";
import { CategoryCard } from "../features/category-posts/CategoryCard.tsx";
import { CategoryRow } from "../features/category-posts/CategoryRow.tsx";
import { useTallies } from "../features/category-posts/useTallies.ts";
import { useEntryState } from "../features/feeds/useEntryState.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Alert } from "../ui/Alert.tsx";
import { EmptyState } from "../ui/State.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { CategorySkeleton } from "./category/CategorySkeleton.tsx";
import { searchRows } from "./category/category-rows.ts";
import { PostModal } from "./category/PostModal.tsx";
import { useCategoryRows } from "./category/useCategoryRows.ts";

const invitation = "Search Categories...";
const readId = (noted: unknown) => (typeof noted === "string" ? noted : null);

/** The categories screen, /category. */
export function CategoryPage() {
  const { rows, isLoading, failure } = useCategoryRows();
  const signShown = useDelayedFlag(isLoading);
  const { tallyOf, actions } = useTallies();
  const [words, setWords] = useState("");
  // A step in the history: Back closes what was opened.
  const { value: openedId, push: open, leave: close } = useEntryState("openedPost", readId);
  const opened = rows.flatMap(({ posts }) => posts).find(({ id }) => id === openedId) ?? null;
  const found = searchRows(rows, words);
  return (
    <>
      <PageTitle title="Categories" hidden />
      <div className="page-head">
        <h1 className="h1">Categories</h1>
        <div className="w-full sm:w-[320px]">
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
      </div>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      {isLoading || signShown ? (
        <CategorySkeleton names={rows.map(({ name }) => name)} shown={signShown} />
      ) : (
        found.map(({ name, posts }) => (
          <CategoryRow key={name} name={name}>
            {posts.length === 0 && <li className="muted">{messages.noContent}</li>}
            {posts.map((post) => (
              <li key={post.source}>
                <CategoryCard
                  post={post}
                  tally={tallyOf(post)}
                  actions={actions}
                  onOpen={({ id }) => open(id)}
                />
              </li>
            ))}
          </CategoryRow>
        ))
      )}
      <div role="status">
        {!isLoading && found.length === 0 && (
          <EmptyState spot="search" title={words.trim() ? messages.noMatchingPosts : messages.noContent} />
        )}
      </div>
      <PostModal post={opened} onClose={close} />
    </>
  );
}
