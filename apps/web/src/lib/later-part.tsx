import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";

const coming = new Set<Promise<unknown>>();

/** Resolves once the code of all parts that the page waits for now has come, or could not be loaded. */
export const laterPartsThere = () => Promise.allSettled(coming);

/**
 * A part of a finished page whose code comes later than the page: hydration leaves it as the server sent it until then.
 * What changes earlier, such as a member's own view of an item, waits as well. Otherwise React would give the server's part
 * up, and show the fallback in its place.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  let Loaded: ComponentType<object> | undefined;
  async function fetchPart() {
    const code = load();
    coming.add(code);
    try {
      Loaded = (await code) as ComponentType<object>;
      return { default: Loaded };
    } finally {
      coming.delete(code);
    }
  }
  const Later = lazy(fetchPart);

  return memo(function LaterPart(props: Props) {
    const shown = useDeferredValue(props);
    // Code that is there already is shown at once, as when the page moves into another frame.
    const [Part] = useState(() => Loaded ?? Later);
    useEffect(() => {
      if (!Loaded) fetchPart().catch(() => {});
    }, []);
    return useMemo(
      () => (
        <Suspense fallback={fallback}>
          <Part {...shown} />
        </Suspense>
      ),
      [Part, shown],
    );
  });
}
