const key = "sign_in_begun";
/** In milliseconds: as long as the server waits for the provider's callback. */
const life = 10 * 60 * 1000;

/**
 * Marks that this tab left for a provider (docs/rules.md#d100). Session storage survives the round trip, two tabs can
 * sign in at once, and a link opened in another tab finds no mark.
 */
export function markSignIn() {
  try {
    window.sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Storage is disabled: the return is then treated as a link that somebody sent.
  }
}

/** Whether this tab left for a provider less than `life` ago; removes the mark. */
export function takeSignInMark(): boolean {
  try {
    const begun = Number(window.sessionStorage.getItem(key));
    window.sessionStorage.removeItem(key);
    const age = Date.now() - begun;
    return age >= 0 && age < life;
  } catch {
    return false;
  }
}
