import { toast } from "../../ui/toast-store.ts";

/** Says in passing what an action did. */
export async function reportAction(done: Promise<string>): Promise<void> {
  toast(await done);
}
