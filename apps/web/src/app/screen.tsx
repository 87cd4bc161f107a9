import { messages, type Role } from "@cairn/contract";
import { type ComponentType, lazy } from "react";
import type { RouteObject } from "react-router";
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
}

/** A screen or layout in a chunk of its own. */
export function screen<Name extends string>(
  chunk: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  { guard }: { guard?: Role } = {},
) {
  const fetchChunk = () => whileLoading(load);
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
  const Screen = () => <Fetched />;
  const handle: ScreenHandle = { chunk, guard, load: fetchChunk };
  return { element: <Screen />, handle } satisfies RouteObject;
}

/** How many screens' code is being fetched. */
const loads = createStore(0);

/** Fetches a screen's code and counts it as loading meanwhile, for ScreenProgress. */
export async function whileLoading<T>(load: () => Promise<T>): Promise<T> {
  // Callers load during a render, when other components must not be updated, so publish afterwards.
  queueMicrotask(() => loads.set(loads.get() + 1));
  try {
    return await load();
  } finally {
    loads.set(loads.get() - 1);
  }
}

/** The old screen stays until the next one's code has loaded; this bar shows that the click was registered. */
export function ScreenProgress() {
  const isLoading = useStore(loads, () => 0) > 0;
  // No minimum display time: the bar disappears together with the old screen.
  const isShown = useDelayedFlag(isLoading, undefined, 0);
  if (!isShown) return null;
  return <div className={css.root} role="progressbar" aria-label={messages.loading} />;
}
