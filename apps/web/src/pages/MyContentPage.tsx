import { screens } from "@cairn/contract";
import { Plus } from "lucide-react";
import { Suspense } from "react";
import { OwnContent } from "../features/writing/OwnContent.tsx";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

// Lazy: below the list, and not what most visits are for.
const MySeries = lazyNamed(() => import("../features/writing/series/MySeries.tsx"), "MySeries");
const MovingWork = lazyNamed(() => import("../features/moving/MovingWork.tsx"), "MovingWork");

export function MyContentPage() {
  const { id, isUnknown } = useWriter();
  return (
    <>
      <PageTitle title="My Content" hidden />
      <PageHead title="My Content" sub="View, edit and track all of your posts in one place.">
        <ButtonLink kind="primary" to={screens.myPosts}>
          <Plus size={18} />
          Create New Content
        </ButtonLink>
      </PageHead>
      <OwnContent author={id} isWaiting={isUnknown} />
      {id !== null && (
        <Suspense>
          <MySeries author={id} />
          <MovingWork />
        </Suspense>
      )}
      <SignInHint />
    </>
  );
}
