import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Sigma,
  SquareCode,
  Superscript,
  Table,
  TextQuote,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { nextKey, previousKey } from "../../lib/direction.ts";
import { IconButton } from "../Button.tsx";
import * as css from "./editor.module.css";
import { type TextTool, textTools } from "./tools.ts";

const icons: Record<string, typeof Bold> = {
  heading: Heading2,
  subheading: Heading3,
  bold: Bold,
  italic: Italic,
  code: Code,
  link: Link,
  list: List,
  numbered: ListOrdered,
  tasks: ListChecks,
  quote: TextQuote,
  block: SquareCode,
  table: Table,
  footnote: Superscript,
  formula: Sigma,
};

/** The others are in the list of blocks alone. */
const shownTools = textTools.filter(({ id }) => id in icons);

/** A button beside the tools of the text. */
interface ToolbarAction {
  label: string;
  icon: ReactNode;
  /** For what can be on or off. */
  isPressed?: boolean;
  className?: string | undefined;
  onPress: () => void;
}

interface ToolbarProps {
  /** Presses do nothing. */
  disabled: boolean;
  onTool: (tool: TextTool) => void;
  actions: readonly ToolbarAction[];
}

const modifier = () => (/mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl+");

/** One stop in the tab order; the arrow keys move along the buttons. */
export function Toolbar({ disabled, onTool, actions }: ToolbarProps) {
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  function move(event: KeyboardEvent) {
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])].filter(isShown);
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = targetOf(event.key, now, buttons.length);
    if (next === undefined || now === -1) return;
    event.preventDefault();
    buttons[next]?.focus();
  }

  const stop = (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    // The text keeps the focus and its selection when a button is pressed with the pointer.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  });

  return (
    <div className={css.tools} role="toolbar" aria-label="Formatting" ref={row} onKeyDown={move}>
      {shownTools.map((tool, index) => {
        const Icon = icons[tool.id] ?? Code;
        return (
          <IconButton
            key={tool.id}
            kind="ghost"
            size="sm"
            className={css.tool}
            label={tool.label}
            title={tool.key ? `${tool.label} (${modifier()}${tool.key.shown})` : tool.label}
            icon={<Icon size={17} />}
            // A disabled button could not be reached, and the row scrolls.
            aria-disabled={disabled || undefined}
            {...stop(index)}
            onClick={() => !disabled && onTool(tool)}
          />
        );
      })}
      {actions.map(({ label, icon, isPressed, className, onPress }, index) => (
        <IconButton
          key={label}
          kind="ghost"
          size="sm"
          className={`${css.tool} ${className ?? ""}`}
          label={label}
          title={label}
          icon={icon}
          aria-pressed={isPressed}
          {...stop(shownTools.length + index)}
          onClick={onPress}
        />
      ))}
    </div>
  );
}

const isShown = (button: HTMLButtonElement) =>
  !button.disabled && getComputedStyle(button).display !== "none";

function targetOf(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case nextKey:
      return (current + 1) % count;
    case previousKey:
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
}
