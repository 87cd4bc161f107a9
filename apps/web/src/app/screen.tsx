import { messages, type Role } from "@cairn/contract";
import { type ComponentType, lazy, useState } from "react";
import type { RouteObject } from "react-router";
import type { FetchAhead } from "../lib/query-client.ts";
import { createStore, useStore } from "../lib/store.ts";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import * as css from "./screen-progress.module.css";

/** What a route's `handle` says about its screen. */
export interface ScreenHandle {
  /** Name of the component and of its file; the build finds the screen's chunk by this name. */
  chunk: string;
  /** The role that may see the screen; undefined lets everyone see it. */
  guard: Role | undefined;
  /** Fetches the chunk ahead of its rendering. */
  load: () => Promise<unknown>;
  /** The same before the reader has asked for it: nothing shows that it is on its way. */
  fetch: () => Promise<ScreenCode>;
}

/** What a screen's file may export besides the component. */
interface ScreenCode {
  fetchAhead?: FetchAhead;
}

/** A screen or layout in a chunk of its own. */
export function screen<Name extends string>(
  chunk: Name,
  load: () => Promise<Record<Name, ComponentType> & ScreenCode>,
  { guard }: { guard?: Role } = {},
) {
  let Loaded: ComponentType | undefined;
  const fetch = async () => {
    const code = await load();
    Loaded = code[chunk];
    return code;
  };
  const fetchChunk = () => whileLoading(fetch);
  const fetched = () =>
    lazy<ComponentType>(async () => {
      try {
        return { default: (await fetchChunk())[chunk] };
      } catch (error) {
        // A lazy component never retries after a failure, so the next attempt needs a new one.
        Fetched = fetched();
        throw error;
      }
    });
  let Fetched = fetched();
  const Screen = () => {
    // React.lazy suspends even when the code is already loaded. In state, because another component would remount the screen.
    const [Shown] = useState(() => Loaded ?? Fetched);
    return <Shown />;
  };
  const handle: ScreenHandle = { chunk, guard, load: fetchChunk, fetch };
  return { element: <Screen />, handle } satisfies RouteObject;
}

/** How many screens' code is being fetched. */
const loads = createStore(0);

/** In milliseconds: code that is there already comes sooner. */
const soon = 50;

/**
 * Fetches a screen's code and counts it as loading meanwhile, for ScreenProgress. Callers load during a render. Updating
 * during a render restarts it, so loads under 50 ms are not counted; otherwise a long render would never end.
 */
export async function whileLoading<T>(load: () => Promise<T>): Promise<T> {
  let counted = 0;
  const count = setTimeout(() => {
    counted = 1;
    loads.set(loads.get() + counted);
  }, soon);
  try {
    return await load();
  } finally {
    clearTimeout(count);
    loads.set(loads.get() - counted);
  }
}

/** The old screen stays until the next one's code has loaded; this bar shows that the click was registered. */
export function ScreenProgress() {
  const isLoading = useStore(loads, () => 0) > 0;
  // No minimum display time: the bar disappears together with the old screen.
  const isShown = useDelayedFlag(isLoading, 100, 0);
  if (!isShown) return null;
  return <div className={css.root} role="progressbar" aria-label={messages.loading} />;
}
