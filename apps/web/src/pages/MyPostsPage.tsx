import { blankValues } from "../features/writing/form/content-values.ts";
import { writerCategories } from "../features/writing/writer-categories.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { KeptContentForm } from "./writer/KeptContentForm.tsx";
import { useSentNews } from "./writer/useSentNews.ts";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import "./writer/write-page.css";

export function MyPostsPage() {
  const onSent = useSentNews();
  return (
    <>
      <PageTitle title="Create New Content" hidden />
      <div className="page-head">
        <div>
          <h1 className="h1">Create New Content</h1>
          <p className="sub">Share something with the community</p>
        </div>
      </div>
      <div className="write-page">
        <KeptContentForm
          form="new"
          id={null}
          initial={blankValues}
          current={null}
          categories={writerCategories}
          isUnsent
          onSent={onSent}
        />
        <VerifiedSteps />
      </div>
      <SignInHint />
    </>
  );
}
