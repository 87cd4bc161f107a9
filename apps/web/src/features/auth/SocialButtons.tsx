import type { ProviderName } from "@cairn/contract";
import { GoogleGlyph } from "../../art/GoogleGlyph.tsx";
import { LineGlyph } from "../../art/LineGlyph.tsx";
import { apiHost } from "../../lib/api/host.ts";
import * as css from "../../shells/auth-shell.module.css";
import { Button } from "../../ui/Button.tsx";
import { markSignIn } from "./sign-in-mark.ts";

/** At the root, not under /api: the provider's callback is registered there (contract). */
const goTo = (provider: ProviderName) => () => {
  markSignIn();
  window.location.assign(`${apiHost}/auth/login/${provider}`);
};

export function SocialButtons() {
  return (
    <>
      <p className={css.or}>or continue with</p>
      <div className={css.social}>
        <Button block onClick={goTo("google")}>
          <GoogleGlyph />
          Google
        </Button>
        <Button block onClick={goTo("github")}>
          <LineGlyph name="github" />
          GitHub
        </Button>
      </div>
    </>
  );
}
