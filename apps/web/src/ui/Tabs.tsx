import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { nextKey, previousKey } from "../lib/direction.ts";
import * as css from "./tabs.module.css";

interface Tab {
  id: string;
  label: string;
  panel: ReactNode;
}

/** Views of one object. Arrow keys move along the row; only the chosen tab is in the tab order. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const baseId = useId();
  const [chosenId, setChosenId] = useState(tabs[0].id);
  const row = useRef<HTMLDivElement>(null);
  const chosen = tabs.find((tab) => tab.id === chosenId) ?? tabs[0];

  const handleKey = (event: KeyboardEvent) => {
    const target = targetOf(event.key, tabs.indexOf(chosen), tabs.length);
    const next = target === undefined ? undefined : tabs[target];
    if (!next) return;
    event.preventDefault();
    setChosenId(next.id);
    row.current?.querySelectorAll("button")[tabs.indexOf(next)]?.focus();
  };

  return (
    <>
      <div className={css.root} role="tablist" aria-label={label} ref={row} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className={css.tab}
            role="tab"
            id={`${baseId}-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={`${baseId}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => setChosenId(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${baseId}-panel`} aria-labelledby={`${baseId}-${chosen.id}`}>
        {chosen.panel}
      </div>
    </>
  );
}

function targetOf(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case nextKey:
      return (current + 1) % count;
    case previousKey:
      return (current + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
}
