interface Mark {
  readonly publicUrl: string;
  readonly name: string;
  /** Lax is also sent when another site links here, Strict is not. */
  readonly sameSite: "Lax" | "Strict";
  readonly seconds: number;
}

/**
 * A cookie that marks a browser with 256 random bits and that scripts cannot read. With https, no other host of the
 * same domain can set a cookie of this name.
 */
export function createMarkCookie({ publicUrl, name, sameSite, seconds }: Mark) {
  const isSecure = publicUrl.startsWith("https:");
  const fullName = isSecure ? `__Host-${name}` : name;
  const pattern = new RegExp(`(?:^|;)\\s*${fullName}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    /** null without a cookie, and for a value that is not ours. */
    read: (cookies: string | undefined): string | null => pattern.exec(cookies ?? "")?.[1] ?? null,
    write: (mark: string): string =>
      `${fullName}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? "; Secure" : ""}`,
  };
}
