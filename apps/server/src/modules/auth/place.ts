import type { FastifyReply, FastifyRequest } from "fastify";
import { addressKey } from "../../lib/client-address.ts";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import { newToken } from "./secrets.ts";

/** Days for which a place is remembered after the last sign-in from there. */
export const placeDays = 180;

/** Where a call comes from. */
export interface Place {
  /** As the log names it. */
  readonly ip: string;
  /** As limits count it. */
  readonly address: string;
  /** The browser's mark: the one that it sent, or a new one. */
  readonly browser: string;
  readonly isMarked: boolean;
}

/**
 * A cookie that tells browsers apart before sign-in. It grants nothing: it only counts one browser's attempts
 * separately from another's.
 */
export function createBrowserMark(publicUrl: string) {
  const seconds = placeDays * 24 * 60 * 60;
  const cookie = createMarkCookie({ publicUrl, name: "cairn_browser", sameSite: "Strict", seconds });
  return {
    placeOf({ clientAddress: ip, headers }: FastifyRequest): Place {
      const own = cookie.read(headers.cookie);
      return { ip, address: addressKey(ip), browser: own ?? newToken(), isMarked: own !== null };
    },
    /** Sets the mark, or renews how long the browser keeps it. */
    keep: (reply: FastifyReply, { browser }: Place) => reply.header("set-cookie", cookie.write(browser)),
  };
}
export type BrowserMark = ReturnType<typeof createBrowserMark>;
