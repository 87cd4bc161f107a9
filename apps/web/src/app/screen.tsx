import type { Role } from "@cairn/contract";
import { type ComponentType, lazy } from "react";
import type { RouteObject } from "react-router";
import { whileLoading } from "./screen-loads.ts";

/** What a row of the route table says about its screen. */
export interface ScreenHandle {
  /** Name of the component and of its file: the build finds the screen's chunk by it. */
  chunk: string;
  /** The role that the screen is for; everybody without it. */
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
        // A lazy component remembers its failure for good: the next try needs another one.
        Fetched = fetched();
        throw error;
      }
    });
  let Fetched = fetched();
  const Screen = () => <Fetched />;
  const handle: ScreenHandle = { chunk, guard, load: fetchChunk };
  return { element: <Screen />, handle } satisfies RouteObject;
}
