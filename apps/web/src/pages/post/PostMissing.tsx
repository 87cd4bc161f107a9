import { messages, screens } from "@cairn/contract";
import { PageTitle } from "../../lib/PageTitle.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";

/** Also shown for items that this reader may not see. `removed`: readers could see it once. */
export function PostMissing({ removed = false }: { removed?: boolean }) {
  return (
    <div className={`${kit.stack} ${kit.starts}`}>
      <PageTitle title={messages.contentNotFound} hidden />
      <p className={kit.caps}>Error {removed ? 410 : 404}</p>
      <h1 className={kit.h1}>{messages.contentNotFound}</h1>
      <p className={kit.sub}>
        {removed
          ? "It was published here and has been removed."
          : "It may have been removed, or the link may be mistyped."}
      </p>
      <ButtonLink to={screens.library}>Go to the library</ButtonLink>
    </div>
  );
}
