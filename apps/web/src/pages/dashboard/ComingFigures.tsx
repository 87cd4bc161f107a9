import type { ReactNode } from "react";
import { Stones } from "../../art/Stones.tsx";

/** In the place of figures that this version does not count yet: it says so, and shows none. */
export function ComingFigures({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-dashed border-border-control px-5 py-4 text-sm text-text-2">
      <span className="text-text-3">
        <Stones size={22} count={1} />
      </span>
      {children}
    </p>
  );
}
