import { type ActivityKind, activityText } from "@cairn/contract";
import { freshState, type SampleState } from "./sample-state.ts";

/** The sample data of one page session, in memory alone: a reload begins anew. */
export function createSampleStore(now = Date.now()) {
  let state = freshState(now);
  const listeners = new Set<() => void>();

  const change = (difference: Partial<SampleState>) => {
    state = { ...state, ...difference };
    for (const listener of listeners) listener();
  };

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change,
    /** A change that the activity tells of; answers in its words. */
    async act(kind: ActivityKind, subject: string, difference: Partial<SampleState>): Promise<string> {
      const event = activityText(kind, subject);
      const line = { id: state.activity.length + 1, kind, time: new Date().toISOString(), event };
      change({ ...difference, activity: [line, ...state.activity] });
      return event;
    },
  };
}

export type SampleStore = ReturnType<typeof createSampleStore>;
