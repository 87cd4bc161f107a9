import { errorSentence, screens } from "@cairn/contract";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { ButtonLink } from "../../ui/Button.tsx";

/** Also for what this reader may not know of. */
export function PostMissing() {
  return (
    <div className="grid justify-items-start gap-4">
      <PageTitle title={errorSentence.content_not_found} hidden />
      <p className="caps">Error 404</p>
      <h1 className="h1">{errorSentence.content_not_found}</h1>
      <p className="sub">It may have been removed, or the link may be mistyped.</p>
      <ButtonLink to={screens.library}>Go to the library</ButtonLink>
    </div>
  );
}
