import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/**
 * Collects what a browser reports: console errors, uncaught exceptions, violations of the content security policy. A
 * journey fails on each problem that it did not expect.
 */
export class Problems {
  readonly #unexpected: string[] = [];
  #losses: number | undefined;
  #leastLosses = 0;
  #lockouts: number | undefined;
  readonly #refusals: { status: number; path: string; seen: boolean }[] = [];

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener(
        "securitypolicyviolation",
        ({ effectiveDirective, blockedURI, sourceFile }) => {
          console.error(`Violates ${effectiveDirective}: ${blockedURI} in ${sourceFile}`);
        },
      );
    });
    context.on("console", (message) => {
      if (message.type() === "error" && !this.#isAnnounced(message)) {
        this.#unexpected.push(`${message.text()} (${message.location().url})`);
      }
    });
    context.on("weberror", (problem) => {
      const { name, message, stack } = problem.error();
      // What is thrown in place of an error has no stack.
      if (!isSkippedFade(message))
        this.#unexpected.push(`${stack || `${name}: ${message}`} (${problem.page()?.url()})`);
    });
  }

  /** Expects a refusal: the browser logs every answer of 400 and above, so a journey declares those it provokes. */
  expectRefusal(status: number, path: string): void {
    this.#refusals.push({ status, path, seen: false });
  }

  /** For a journey that cuts the connection: from now on calls may fail, and at least this many must. */
  expectLosses(least = 1): void {
    this.#losses ??= 0;
    this.#leastLosses = least;
  }

  /**
   * For a journey that ends a session elsewhere: this browser's calls in flight may be refused, and at least one must
   * be.
   */
  expectSignedOut(): void {
    this.#lockouts ??= 0;
  }

  /** Unexpected problems, and expected ones that did not happen. */
  report(): string[] {
    const missing = this.#refusals.filter(({ seen }) => !seen);
    return [
      ...this.#unexpected,
      ...((this.#losses ?? 0) < this.#leastLosses ? ["expected lost calls, and none was"] : []),
      ...(this.#lockouts === 0 ? ["expected calls of an ended session to be refused, and none was"] : []),
      ...missing.map(({ status, path }) => `expected a ${status} from ${path}, which never came`),
    ];
  }

  #isAnnounced(message: ConsoleMessage): boolean {
    if (this.#losses !== undefined && isLoss(message.text())) {
      this.#losses += 1;
      return true;
    }
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(
      message.text(),
    )?.[1];
    if (!status) return false;
    const path = new URL(message.location().url).pathname;
    if (this.#lockouts !== undefined && status === "401" && path.startsWith("/api/")) {
      this.#lockouts += 1;
      return true;
    }
    const refusal = this.#refusals.find((item) => item.status === Number(status) && item.path === path);
    if (refusal) refusal.seen = true;
    return refusal !== undefined;
  }
}

/** Chromium has words of its own for a socket that was lost while it was being opened. */
const isLoss = (message: string) =>
  message.includes("net::ERR_") ||
  message.includes("Connection closed before receiving a handshake response");

/**
 * Chromium shows a page without the cross-fade, and reports it as the page's own rejection, where the first frame comes
 * before it has read the rule of the style for it. No page can catch that, and nothing else is lost.
 */
const isSkippedFade = (message: string) => message.includes("ViewTransition opt-in disabled");
