import { errorSentence, screens } from "@cairn/contract";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";

/** Also shown for items that this reader may not see. `removed`: readers could see it once. */
export function PostMissing({ removed = false }: { removed?: boolean }) {
  return (
    <div className={`${layoutCss.stack} ${partsCss.starts}`}>
      <PageTitle title={errorSentence.content_not_found} hidden />
      <p className={layoutCss.caps}>Error {removed ? 410 : 404}</p>
      <h1 className={layoutCss.h1}>{errorSentence.content_not_found}</h1>
      <p className={layoutCss.sub}>
        {removed
          ? "It was published here and has been removed."
          : "It may have been removed, or the link may be mistyped."}
      </p>
      <ButtonLink to={screens.library}>Go to the library</ButtonLink>
    </div>
  );
}
