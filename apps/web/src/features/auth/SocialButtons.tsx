import { namedProviders, type SignInProvider } from "@cairn/contract";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { LineGlyph } from "../../art/LineGlyph.tsx";
import { apiHost } from "../../lib/api/host.ts";
import { fromAddress } from "../../lib/session/return-place.ts";
import { readTabItem, writeTabItem } from "../../lib/storage.ts";
import * as authShellCss from "../../shells/auth-shell.module.css";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { loadProviders } from "./auth.queries.ts";

/** In Google's own colours, as its sign-in rules ask. */
function GoogleGlyph() {
  return (
    <svg width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.5 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8.1Z"
      />
      <path
        fill="#34A853"
        d="M12 23c3 0 5.5-1 7.3-2.7l-3.5-2.7c-1 .7-2.3 1.1-3.8 1.1-2.9 0-5.3-1.9-6.2-4.5H2.2v2.8A11 11 0 0 0 12 23Z"
      />
      <path fill="#FBBC05" d="M5.8 14.2a6.6 6.6 0 0 1 0-4.2V7.2H2.2a11 11 0 0 0 0 9.8l3.6-2.8Z" />
      <path
        fill="#EA4335"
        d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.2 7.2L5.8 10C6.7 7.3 9.1 5.4 12 5.4Z"
      />
    </svg>
  );
}

/** At the root, not under /api: the provider's callback is registered there (contract). */
const goTo = (provider: string, invitation: string) => () => {
  markSignIn(fromAddress(window.location.search));
  const query = invitation === "" ? "" : `?invitation=${encodeURIComponent(invitation)}`;
  window.location.assign(`${apiHost}/auth/login/${provider}${query}`);
};

/** Of those that the specification names. */
const glyphs: Readonly<Record<string, ReactNode>> = {
  google: <GoogleGlyph />,
  github: <LineGlyph name="github" />,
};

/** The sign-in buttons that can work on this site (docs/rules.md#social-buttons); their space stays empty until that is known. `invitation`: what its link carried. */
export function SocialButtons({ invitation = "" }: { invitation?: string }) {
  const providers = useProviders();
  if (providers?.length === 0) return null;
  const isHidden = providers === undefined && kit.hidden;
  return (
    <>
      <p className={cx(authShellCss.or, isHidden)}>or continue with</p>
      <div className={cx(authShellCss.social, isHidden)}>
        {(providers ?? namedProviders).map(({ id, name }) => (
          <Button key={id} block onClick={goTo(id, invitation)}>
            {glyphs[id] ?? <KeyRound size={18} />}
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Undefined until the server has answered; those that the specification names if it cannot be asked. */
function useProviders(): readonly SignInProvider[] | undefined {
  const [providers, setProviders] = useState<readonly SignInProvider[]>();
  useEffect(() => {
    let isCurrent = true;
    const show = (shown: readonly SignInProvider[]) => isCurrent && setProviders(shown);
    loadProviders().then(
      ({ items }) => show(items),
      () => show(namedProviders),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return providers;
}

const key = "sign_in_begun";
const fromKey = "sign_in_from";
/** In milliseconds: as long as the server waits for the provider's callback. */
const life = 10 * 60 * 1000;

/**
 * Marks that this tab left for a provider (docs/rules.md#links-with-a-session), and where it is to go afterwards. Session
 * storage survives the round trip, two tabs can sign in at once, and a link opened in another tab finds no mark.
 */
export function markSignIn(from: string | null = null) {
  // Without storage the return is treated as a link that somebody sent.
  writeTabItem(key, String(Date.now()));
  writeTabItem(fromKey, from);
}

/** Null unless this tab left for a provider less than `life` ago; removes the mark. */
export function takeSignInMark(): { from: string | null } | null {
  const begun = Number(readTabItem(key));
  const from = readTabItem(fromKey);
  writeTabItem(key, null);
  writeTabItem(fromKey, null);
  const age = Date.now() - begun;
  return age >= 0 && age < life ? { from } : null;
}
