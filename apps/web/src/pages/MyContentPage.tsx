import { screens } from "@cairn/contract";
import { Plus } from "lucide-react";
import { OwnContent } from "../features/writing/list/OwnContent.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

export function MyContentPage() {
  const { id, isUnknown } = useWriter();
  return (
    <>
      <PageTitle title="My Content" hidden />
      <div className="page-head">
        <div>
          <h1 className="h1">My Content</h1>
          <p className="sub">View, edit and track all of your posts in one place.</p>
        </div>
        <div className="page-head-end">
          <ButtonLink kind="primary" to={screens.myPosts}>
            <Plus size={18} />
            Create New Content
          </ButtonLink>
        </div>
      </div>
      <OwnContent author={id} isWaiting={isUnknown} />
      <SignInHint />
    </>
  );
}
