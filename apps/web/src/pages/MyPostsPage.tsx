import { blankItem } from "../features/writing/form/item-values.ts";
import { writerCategories } from "../features/writing/writing-texts.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as kit from "../ui/kit.module.css";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { KeptContentForm } from "./writer/KeptContentForm.tsx";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import * as writePageCss from "./writer/write-page.module.css";

export function MyPostsPage() {
  return (
    <>
      <PageTitle title="Create New Content" hidden />
      <div className={kit.pageHead}>
        <div>
          <h1 className={kit.h1}>Create New Content</h1>
          <p className={kit.sub}>Share something with the community</p>
        </div>
      </div>
      <div className={writePageCss.root}>
        <KeptContentForm
          form="new"
          id={null}
          initial={blankItem}
          current={null}
          categories={writerCategories}
          isUnsent
        />
        <VerifiedSteps />
      </div>
      <SignInHint />
    </>
  );
}
