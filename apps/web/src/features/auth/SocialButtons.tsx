import { type ProviderName, providerNames, providerTitle } from "@cairn/contract";
import { type ReactNode, useEffect, useState } from "react";
import { GoogleGlyph } from "../../art/GoogleGlyph.tsx";
import { LineGlyph } from "../../art/LineGlyph.tsx";
import { apiHost } from "../../lib/api/host.ts";
import * as css from "../../shells/auth-shell.module.css";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as partsCss from "../../ui/parts.module.css";
import { loadProviders } from "./auth.queries.ts";
import { markSignIn } from "./sign-in-mark.ts";

/** At the root, not under /api: the provider's callback is registered there (contract). */
const goTo = (provider: ProviderName) => () => {
  markSignIn();
  window.location.assign(`${apiHost}/auth/login/${provider}`);
};

const glyphs: Record<ProviderName, ReactNode> = {
  google: <GoogleGlyph />,
  github: <LineGlyph name="github" />,
};

/** The sign-in buttons that can work on this site (docs/rules.md#d91); their space stays empty until that is known. */
export function SocialButtons() {
  const providers = useProviders();
  if (providers?.length === 0) return null;
  const isHidden = providers === undefined && partsCss.hidden;
  return (
    <>
      <p className={cx(css.or, isHidden)}>or continue with</p>
      <div className={cx(css.social, isHidden)}>
        {(providers ?? providerNames).map((provider) => (
          <Button key={provider} block onClick={goTo(provider)}>
            {glyphs[provider]}
            {providerTitle[provider]}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Undefined until the server has answered; all of them if it cannot be asked. */
function useProviders(): readonly ProviderName[] | undefined {
  const [providers, setProviders] = useState<readonly ProviderName[]>();
  useEffect(() => {
    let isCurrent = true;
    const show = (names: readonly ProviderName[]) => isCurrent && setProviders(names);
    loadProviders().then(
      ({ items }) => show(items.map(({ id }) => id)),
      () => show(providerNames),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return providers;
}
