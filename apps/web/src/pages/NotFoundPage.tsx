import { screens } from "@cairn/contract";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";

export function NotFoundPage() {
  return (
    <div className="grid justify-items-start gap-4">
      <PageTitle title="Page not found" hidden />
      <p className="caps">Error 404</p>
      <h1 className="h1">Page not found</h1>
      <p className="sub">There is nothing at this address. It may have moved, or the link may be mistyped.</p>
      <ButtonLink kind="primary" to={screens.landing}>
        Go to the start
      </ButtonLink>
    </div>
  );
}
