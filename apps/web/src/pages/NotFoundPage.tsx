import { screens } from "@cairn/contract";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ScreenMessage } from "../shells/ScreenMessage.tsx";
import { ButtonLink } from "../ui/Button.tsx";

export function NotFoundPage() {
  return (
    <ScreenMessage
      spot="search"
      note="Error 404"
      title="Page not found"
      text="There is nothing at this address. It may have moved, or the link may be mistyped."
    >
      <PageTitle title="Page not found" hidden />
      <ButtonLink kind="primary" to={screens.landing}>
        Go to the home page
      </ButtonLink>
    </ScreenMessage>
  );
}
