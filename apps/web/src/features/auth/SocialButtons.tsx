import { GoogleGlyph } from "../../art/brand/GoogleGlyph.tsx";
import { LineGlyph } from "../../art/brand/LineGlyph.tsx";
import { apiHost } from "../../lib/api/host.ts";
import { Button } from "../../ui/Button.tsx";

/** Root, not /api: the provider's way back is registered under this address (contract). */
const goTo = (provider: "google" | "github") => () =>
  window.location.assign(`${apiHost}/auth/login/${provider}`);

export function SocialButtons() {
  return (
    <>
      <p className="auth-or">or continue with</p>
      <div className="auth-social">
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
