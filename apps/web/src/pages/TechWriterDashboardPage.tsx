import { messages, screens } from "@cairn/contract";
import { Plus } from "lucide-react";
import { useMe } from "../features/auth/me.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { ComingFigures } from "./dashboard/ComingFigures.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";

/** /techwriterdashboard and /techhome show the same (D7). */
export function TechWriterDashboardPage() {
  const me = useMe();
  const name = me.isLoading ? undefined : (me.data?.name ?? messages.defaultWriterName);
  return (
    <>
      <PageTitle title="Home" hidden />
      <div className="page-head">
        <div>
          <h1 className="h1">Welcome Back{name && `, ${name}`}</h1>
          <p className="sub">Here’s a snapshot of your content activity!!</p>
        </div>
        <div className="page-head-end">
          <ButtonLink kind="primary" to={screens.myPosts}>
            <Plus size={18} />
            Create New Content
          </ButtonLink>
          <ButtonLink to={screens.content}>Review Posts</ButtonLink>
          <ButtonLink to={screens.techWriterProfile}>Edit Profile</ButtonLink>
        </div>
      </div>
      <ComingFigures>
        Your figures will stand here. This version of Cairn does not count them yet.
      </ComingFigures>
      <SignInHint />
    </>
  );
}
