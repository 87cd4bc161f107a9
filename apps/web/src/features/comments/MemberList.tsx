import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { isComposing } from "../../lib/composition.ts";
import * as comboboxCss from "../../ui/combobox.module.css";
import * as kit from "../../ui/kit.module.css";
import * as css from "./comments.module.css";
import { membersQuery } from "./comments.queries.ts";

interface MemberListProps {
  box: HTMLTextAreaElement;
  text: string;
  onType: (text: string) => void;
}

interface Member {
  readonly id: number;
  readonly name: string;
}

/**
 * Offers members for the name that is typed after an `@`: arrow keys choose, Enter or Tab take, Escape closes. By hand, not by
 * a library: docs/decisions/0012-mentions-without-a-library.md.
 */
export function MemberList({ box, text, onType }: MemberListProps) {
  const id = useId();
  const [caret, setCaret] = useState(box.selectionEnd);
  const [chosen, setChosen] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  // Until the reader types or moves in the box again; an answer that comes meanwhile opens nothing.
  const [isAway, setAway] = useState(() => document.activeElement !== box);
  const typed = typedName(text.slice(0, caret));
  const isOpen = typed !== null && typed.at !== closedAt && !isAway;
  const members = useMembers(isOpen ? typed.name : null);
  const active = members.find(({ id }) => id === chosen) ?? members[0];

  function take(member: Member) {
    if (!typed) return;
    const hasNamesake = members.some(({ id, name }) => id !== member.id && name === member.name);
    const mention = `@${member.name}${hasNamesake ? `#${member.id}` : ""} `;
    const end = typed.at + mention.length;
    onType(text.slice(0, typed.at) + mention + text.slice(caret));
    setClosedAt(typed.at);
    setCaret(end);
    box.focus();
    // After React has written the new text into the box.
    requestAnimationFrame(() => box.setSelectionRange(end, end));
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!active || isComposing(event)) return;
    const index = members.indexOf(active);
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setChosen(members.at((index + move) % members.length)?.id ?? null);
    else if (event.key === "Escape") setClosedAt(typed?.at ?? null);
    else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === "Tab") take(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const follow = () => {
      const at = typedName(box.value.slice(0, box.selectionEnd))?.at;
      setCaret(box.selectionEnd);
      setChosen(null);
      setClosedAt((closed) => (closed === at ? closed : null));
      setAway(false);
    };
    const leave = () => setAway(true);
    const listening = new AbortController();
    const { signal } = listening;
    for (const event of ["input", "click"]) box.addEventListener(event, follow, { signal });
    box.addEventListener("keyup", ({ key }) => /^(Arrow(Left|Right)|Home|End)$/.test(key) && follow(), {
      signal,
    });
    box.addEventListener("blur", leave, { signal });
    box.addEventListener("keydown", (event) => onKey(event), { signal, capture: true });
    return () => listening.abort();
  }, [box]);

  const activeId = active && `${id}-${active.id}`;
  useEffect(() => {
    if (!activeId) return;
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", id);
    box.setAttribute("aria-activedescendant", activeId);
    return () => {
      for (const name of ["autocomplete", "controls", "activedescendant"])
        box.removeAttribute(`aria-${name}`);
    };
  }, [box, id, activeId]);

  return (
    <>
      <p className={kit.srOnly} role="status">
        {members.length > 0 && `${members.length} members. Use the arrow keys to choose.`}
      </p>
      {active && (
        <div className={`${comboboxCss.options} ${css.members}`} role="listbox" id={id} aria-label="Members">
          {members.map((member) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus
            <div
              key={member.id}
              id={`${id}-${member.id}`}
              className={comboboxCss.option}
              role="option"
              tabIndex={-1}
              aria-selected={member === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
            >
              {member.name}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/**
 * The members whose name begins with this, none for null. While the server is asked, those of its answer about a shorter
 * beginning whose name goes on in the same way: never anybody whose name does not fit.
 */
function useMembers(name: string | null): readonly Member[] {
  const cache = useQueryClient();
  const beginnings =
    name === null ? [] : Array.from({ length: name.length + 1 }, (_, length) => name.slice(0, length));
  const isNobodys = (beginning: string) => cache.getQueryData(membersQuery(beginning).queryKey)?.length === 0;
  const isAsked = !beginnings.slice(0, -1).some(isNobodys);
  const answers = useQueries({
    queries: beginnings.map((beginning) => ({
      ...membersQuery(beginning),
      // The others are still on their way, or known: what they answer counts until this one is.
      enabled: beginning === name && isAsked,
    })),
  });
  const answered = answers.at(-1)?.data;
  if (answered) return answered;
  const earlier = answers.findLast(({ data }) => data !== undefined)?.data ?? [];
  return earlier.filter((member) => folded(member.name).startsWith(folded(name ?? "")));
}

/** As the server compares names. */
const folded = (name: string) => name.trimStart().normalize().toLowerCase();

/** The unfinished name before the caret, and the position of its `@`. */
function typedName(before: string): { at: number; name: string } | null {
  const [, name] = /(?<![\p{L}\p{N}_@./])@((?:[^\s@]+ ?){0,6})$/u.exec(before) ?? [];
  return name === undefined ? null : { at: before.length - name.length - 1, name };
}
