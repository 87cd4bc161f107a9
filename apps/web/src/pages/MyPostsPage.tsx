import { writerCategories } from "../features/writing/form/form-categories.ts";
import { blankItem } from "../features/writing/form/item-values.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { KeptContentForm } from "./writer/KeptContentForm.tsx";
import { useFormCategories } from "./writer/useFormCategories.ts";
import { useWriter } from "./writer/useWriter.ts";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import * as writePageCss from "./writer/write-page.module.css";

export function MyPostsPage() {
  const { isVisitor } = useWriter();
  const categories = useFormCategories(writerCategories, !isVisitor);
  return (
    <>
      <PageTitle title="Create New Content" hidden />
      <PageHead title="Create New Content" sub="Share something with the community" />
      <div className={writePageCss.root}>
        <KeptContentForm
          form="new"
          id={null}
          initial={blankItem}
          current={null}
          categories={categories.map(({ name }) => name)}
          isUnsent
        />
        <VerifiedSteps />
      </div>
      <SignInHint />
    </>
  );
}
