import { errorSentence, screens } from "@cairn/contract";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/State.tsx";

/** Also for what this reader may not know of. */
export function PostMissing() {
  return (
    <>
      <PageTitle title={errorSentence.content_not_found} hidden />
      <h1 className="sr-only">{errorSentence.content_not_found}</h1>
      <EmptyState
        spot="search"
        title={errorSentence.content_not_found}
        text="It may have been removed, or the link may be mistyped."
        action={<ButtonLink to={screens.library}>Go to the library</ButtonLink>}
      />
    </>
  );
}
