import { createStore, get, type UseStore, update } from "idb-keyval";
import { newIdempotencyKey } from "../idempotency-key.ts";
import {
  begun,
  type NewEntry,
  type OutboxEntry,
  OutboxFullError,
  withAgain,
  withChanged,
  withNew,
} from "./entry.ts";

type Entries = readonly OutboxEntry[];

/** The store that all tabs of this browser share. */
export const deviceStore = (): UseStore => createStore("cairn-outbox", "entries");

interface BoxOptions {
  now?: () => Date;
  /** Called after each change of a member's list; the change resolves after it. */
  onChange?: (owner: number) => Promise<void>;
}

/**
 * The unsent acts of members on this device (docs/rules.md#outbox), in IndexedDB. Each change is one transaction over the
 * list, so tabs may use it at the same time.
 */
export function createOutbox(
  store: UseStore,
  { now = () => new Date(), onChange = async () => {} }: BoxOptions = {},
) {
  async function change<Result>(
    owner: number,
    work: (list: Entries) => { list: Entries; result: Result },
  ): Promise<Result> {
    let before: Entries = [];
    let after: { list: Entries; result: Result } | undefined;
    const read = (kept: unknown) => {
      before = entriesOf(kept);
      after = work(before);
      return after.list;
    };
    await update<unknown>(owner, read, store).catch((error) => {
      throw error?.name === "QuotaExceededError" ? new OutboxFullError({ cause: error }) : error;
    });
    const { list, result } = after as { list: Entries; result: Result };
    if (list === before) return result;
    await onChange(owner);
    return result;
  }

  const changeList = (owner: number, work: (list: Entries) => Entries) =>
    change(owner, (list) => ({ list: work(list), result: undefined }));

  return {
    list: async (owner: number): Promise<Entries> => entriesOf(await get<unknown>(owner, store)),

    /** Notes an act; resolves once it is safe on this device. @throws OutboxFullError */
    add: (made: NewEntry): Promise<void> =>
      changeList(made.owner, (list) => withNew(list, made, { id: newIdempotencyKey(), now: now() })),

    /** Changes the words of what is not being sent; refused words wait again. Resolves to whether it was possible. */
    edit: (owner: number, id: string, text: string): Promise<boolean> =>
      change(owner, (list) => {
        const entry = list.find((known) => known.id === id);
        if (!entry || entry.words === null || entry.state === "sending") return { list, result: false };
        const body = { ...entry.body, [entry.words]: text };
        const changed = withChanged(list, id, { body });
        const isRefused = entry.state === "refused";
        return {
          list: isRefused ? withAgain(changed, id, { freshId: newIdempotencyKey(), now: now() }) : changed,
          result: true,
        };
      }),

    /** Takes an entry off this device. Resolves to whether it is gone: one that is being sent stays, unless `isSending`. */
    remove: (owner: number, id: string, { isSending = false } = {}): Promise<boolean> =>
      change(owner, (list) => {
        const entry = list.find((known) => known.id === id);
        if (entry?.state === "sending" && !isSending) return { list, result: false };
        return { list: entry ? list.filter((known) => known !== entry) : list, result: true };
      }),

    /** Lets what was refused wait once more, behind everything else. */
    again: (owner: number, id: string) =>
      changeList(owner, (list) => withAgain(list, id, { freshId: newIdempotencyKey(), now: now() })),

    /** The next one to send, marked as being sent; null if there is none, or no line. Only for the one sender. */
    begin: (owner: number, isOnline: boolean): Promise<OutboxEntry | null> =>
      change(owner, (list) => {
        const { list: looked, next } = begun(list, now(), isOnline);
        const isSame = looked.every((entry, at) => entry === list[at]);
        return { list: isSame ? list : looked, result: next };
      }),

    /** The attempt came to nothing: it waits again. */
    wait: (owner: number, id: string) =>
      changeList(owner, (list) => withChanged(list, id, { state: "waiting" })),

    refuse: (owner: number, id: string, problem: string) =>
      changeList(owner, (list) => withChanged(list, id, { state: "refused", problem })),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

const entriesOf = (kept: unknown): Entries => (Array.isArray(kept) ? kept : []);
