/**
 * The cookie that ties a sign-in to the browser that began it. Lax, so that it comes along when the provider sends
 * the browser back; behind https no other host of the same domain can set one of this name.
 */
export function createBrowserMark(publicUrl: string) {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-cairn-sign-in" : "cairn-sign-in";
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    /** null without one, and for anything that is none of ours. */
    read: (cookies: string | undefined): string | null => pattern.exec(cookies ?? "")?.[1] ?? null,
    write: (mark: string): string =>
      `${name}=${mark}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  };
}
