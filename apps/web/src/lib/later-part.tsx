import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useLater } from "./useLater.ts";

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
    Loaded = (await load()) as ComponentType<object>;
    return { default: Loaded };
  }
  const Later = lazy(fetchPart);

  return memo(function LaterPart(props: Props) {
    const shown = useLater(props);
    // Code that is there already is shown at once, as on the next page.
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
