import { type NewestRevision, readId } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import { writerCategories } from "../features/writing/form/form-categories.ts";
import { valuesOf } from "../features/writing/form/item-values.ts";
import { useUnsentAnswer } from "../features/writing/useUnsentAnswer.ts";
import { newestRevisionQuery } from "../features/writing/writing.queries.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Alert } from "../ui/Alert.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { KeptContentForm } from "./writer/KeptContentForm.tsx";
import { useFormCategories } from "./writer/useFormCategories.ts";
import { useWriter } from "./writer/useWriter.ts";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import * as css from "./writer/write-page.module.css";

// Lazy: few addresses lead nowhere, and few posts were flagged.
const PostMissing = lazyNamed(() => import("./post/PostMissing.tsx"), "PostMissing");
const ReasonAnswer = lazyNamed(() => import("../features/writing/ReasonAnswer.tsx"), "ReasonAnswer");

/** The create form, filled with one of the writer's own items; saving sends it back to review (docs/rules.md#two-more-links). */
export function TechWriterEditPage() {
  const id = readId(useParams().id);
  // A path without a valid id needs no call to the server.
  return <Suspense>{id !== null ? <EditScreen key={id} id={id} /> : <PostMissing />}</Suspense>;
}

function EditScreen({ id }: { id: number }) {
  const { isVisitor } = useWriter();
  const { data: item, error } = useQuery({ ...newestRevisionQuery(id), enabled: !isVisitor });
  if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return <PostMissing />;
  return (
    <>
      <PageTitle title="Edit Post" hidden />
      <PageHead title="Edit Post" sub={item ? whoReads(item) : "Your changes go back to review."} />
      {!isVisitor && <Editor id={id} />}
      <SignInHint />
    </>
  );
}

function whoReads({ status, published_at }: NewestRevision) {
  if (status === "Draft") return "Only you see this draft until you submit it and a reviewer approves it.";
  const readers = published_at === null ? "cannot read this post" : "see the current version";
  return `Your changes go back to review. Readers ${readers} until then.`;
}

function Editor({ id }: { id: number }) {
  const categories = useFormCategories(writerCategories, true).map(({ name }) => name);
  const sendAnswer = useUnsentAnswer(id);
  return (
    <Loaded query={useQuery(newestRevisionQuery(id))} failure="This post could not be loaded.">
      {(item) => (
        <>
          {item.reason && (
            <div className={css.reason}>
              <Alert kind="danger" title="A reviewer flagged this post" text={item.reason} />
              <Suspense>
                <ReasonAnswer item={item} answer={item.answer} />
              </Suspense>
            </div>
          )}
          <div className={css.root}>
            <KeptContentForm
              form={`edit.${id}`}
              id={id}
              initial={valuesOf(item)}
              current={item.media}
              currentPoster={item.poster}
              // An item may stay in its current category, even one that is not on the form's list.
              categories={[...new Set([...categories, item.category_name])]}
              isUnsent={item.status === "Draft"}
              sendAlong={item.reason ? () => sendAnswer(item.revision) : undefined}
            />
            <VerifiedSteps />
          </div>
        </>
      )}
    </Loaded>
  );
}
