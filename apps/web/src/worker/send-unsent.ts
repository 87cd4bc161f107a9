import { createOutbox, deviceStore } from "../lib/outbox/box.ts";
import { deliver } from "../lib/outbox/deliver.ts";
import { type ExtendableEvent, scope } from "./scope.ts";

// Sends what waits when the browser has a line again, also with all pages closed (docs/rules.md#d146).
scope.addEventListener("sync", (event: ExtendableEvent & { tag?: string }) => {
  if (event.tag === "cairn-outbox") event.waitUntil(sendForOwner());
});

/** Rejects if something still waits for the line: the browser then tries again later. */
async function sendForOwner(): Promise<void> {
  const box = createOutbox(deviceStore());
  try {
    const pass = await box.pass();
    if (!pass) return;
    const { owner, base } = pass;
    const { end } = await deliver({
      owner,
      box,
      base,
      locks: navigator.locks,
      // A token that has run out is for the next opened page to renew.
      bearer: async (refused) => {
        const now = await box.pass();
        return now?.owner === owner && now.token !== refused ? now.token : null;
      },
    });
    if (end === "empty") await box.givePass(owner, null);
    if (end === "later") throw new Error("The line is not back.");
  } finally {
    box.close();
  }
}
