import { type ComponentType, lazy } from "react";

/** A component in a chunk of its own, which its file exports by this name. */
// biome-ignore lint/suspicious/noExplicitAny: React's own `lazy` takes components with any props
export const lazyNamed = <Name extends string, File extends Record<Name, ComponentType<any>>>(
  load: () => Promise<File>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
