import { createOutbox, deviceStore } from "../../../apps/web/src/lib/outbox/box.ts";
import type { OutboxEntry } from "../../../apps/web/src/lib/outbox/entry.ts";
import { waitingKey } from "../../../apps/web/src/lib/outbox/unsent.ts";

const device = createOutbox(deviceStore());

/** What is in a member's outbox on this device. */
export const unsentOf = (owner: number) => device.list(owner);

/** Leaves an act without words in a member's outbox on this device. */
export async function leaveUnsent(owner: number, about: string, call: Pick<OutboxEntry, "method" | "path">) {
  await device.add({ owner, kind: "like", about, ...call, body: null, label: about, place: "/" });
  localStorage.setItem(waitingKey(owner), String((await unsentOf(owner)).length));
}

/** Leaves a post of this device in its author's outbox, as a tab that died while it sent it. */
export async function leavePost(owner: number, id: string) {
  const call = { method: "POST", path: "/content", body: null } as const;
  await device.add({ owner, kind: "post", about: `post:${id}`, ...call, label: "Your post", place: "/" });
  await device.begin(owner, true);
}

/** Tests of one file share the device. */
export async function forgetUnsent(...owners: number[]): Promise<void> {
  for (const owner of owners) {
    for (const { id } of await unsentOf(owner)) {
      await device.wait(owner, id);
      await device.remove(owner, id);
    }
  }
}
