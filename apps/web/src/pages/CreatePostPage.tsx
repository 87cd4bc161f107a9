import { screens } from "@cairn/contract";
import { useNavigate, useSearchParams } from "react-router";
import { forgetJournal } from "../features/drafts/journal.ts";
import { PendingPostList } from "../features/pending-posts/list/PendingPostList.tsx";
import { usePendingPosts } from "../features/pending-posts/usePendingPosts.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.ts";
import "./create-post/create-post-page.css";
import { KeptPostForm } from "./create-post/KeptPostForm.tsx";
import { journalOf, journalOwner } from "./create-post/post-journal.ts";
import { useSavedPosts } from "./create-post/useSavedPosts.ts";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import "./writer/write-page.css";

const editPath = (id: string) => `${screens.createPost}?edit=${encodeURIComponent(id)}`;

/** D8: where members write. What they submit stays on this device until they send it to reviewers (D29). */
export function CreatePostPage() {
  const reader = useSession()?.userId ?? null;
  const pending = usePendingPosts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const post =
    pending.posts.find(({ id, sending }) => id === query.get("edit") && !sending?.underway) ?? null;
  const save = useSavedPosts(post, reader);
  const title = post ? "Edit Post" : "Create Post";

  return (
    <div className="create-post-page">
      <PageTitle title={title} hidden />
      <div className="page-head">
        <div>
          <h1 className="h1">{title}</h1>
          <p className="sub">Share something with the community</p>
        </div>
      </div>
      <div className="write-page">
        <KeptPostForm
          post={post}
          reader={reader}
          onSave={save}
          onCancel={post && (() => void navigate(screens.createPost, { replace: true }))}
        />
        <VerifiedSteps />
      </div>
      <PendingPostList
        {...pending}
        reader={reader}
        editPath={editPath}
        onDeleted={(id) => void forgetJournal({ owner: journalOwner(reader), form: journalOf(id) })}
      />
    </div>
  );
}
