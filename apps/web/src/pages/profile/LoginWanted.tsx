import { screens } from "@cairn/contract";
import { useLoginState } from "../../lib/session/return-place.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/State.tsx";

/** In place of what only a member has. */
export function LoginWanted({ text }: { text: string }) {
  const login = useLoginState();
  return (
    <ErrorState
      spot="locked"
      title={text}
      action={
        <ButtonLink kind="primary" to={screens.login} state={login}>
          Log In
        </ButtonLink>
      }
    />
  );
}
