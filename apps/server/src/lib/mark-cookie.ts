interface Mark {
  readonly publicUrl: string;
  readonly name: string;
  /** Lax comes along when another site sends the browser here, Strict does not. */
  readonly sameSite: "Lax" | "Strict";
  readonly seconds: number;
}

/**
 * A cookie that marks a browser with 256 random bits, which no script reads. Behind https no other host of the same
 * domain can set one of this name.
 */
export function createMarkCookie({ publicUrl, name, sameSite, seconds }: Mark) {
  const isSecure = publicUrl.startsWith("https:");
  const fullName = isSecure ? `__Host-${name}` : name;
  const pattern = new RegExp(`(?:^|;)\\s*${fullName}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    /** null without one, and for anything that is none of ours. */
    read: (cookies: string | undefined): string | null => pattern.exec(cookies ?? "")?.[1] ?? null,
    write: (mark: string): string =>
      `${fullName}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? "; Secure" : ""}`,
  };
}
