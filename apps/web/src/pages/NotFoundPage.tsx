import { screens } from "@cairn/contract";
import { Spot } from "../art/Spot.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";

export function NotFoundPage() {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <PageTitle title="Page not found" hidden />
      <Spot name="search" />
      <p className="caps">Error 404</p>
      <h1 className="h1">Page not found</h1>
      <p className="sub">There is nothing at this address. It may have moved, or the link may be mistyped.</p>
      <ButtonLink className="mt-4" kind="primary" to={screens.landing}>
        Go to the start
      </ButtonLink>
    </div>
  );
}
