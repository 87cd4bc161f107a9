import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as layoutCss from "../../ui/layout.module.css";
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

/** Offers members for the name that is typed after an `@`: arrow keys choose, Enter or Tab take, Escape closes. */
export function MemberList({ box, text, onType }: MemberListProps) {
  const id = useId();
  const [caret, setCaret] = useState(box.selectionEnd);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const nobody = useRef<string | null>(null);
  const typed = typedName(text.slice(0, caret));
  const isHopeless = typed !== null && nobody.current !== null && typed.name.startsWith(nobody.current);
  const isOpen = typed !== null && typed.at !== closedAt && !isHopeless;
  const { data } = useQuery({
    ...membersQuery(typed?.name ?? ""),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const members = isOpen ? (data ?? []) : [];
  const active = members[Math.min(chosen, members.length - 1)];

  useEffect(() => {
    if (data?.length === 0 && typed) nobody.current = typed.name;
  }, [data, typed]);

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
    if (!active || event.isComposing) return;
    const index = members.indexOf(active);
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setChosen((index + move + members.length) % members.length);
    else if (event.key === "Escape") setClosedAt(typed?.at ?? null);
    else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === "Tab") take(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const follow = () => {
      setCaret(box.selectionEnd);
      setChosen(0);
    };
    const close = () => setClosedAt(null);
    const listening = new AbortController();
    const { signal } = listening;
    for (const event of ["input", "click"]) box.addEventListener(event, follow, { signal });
    box.addEventListener("keyup", ({ key }) => /^(Arrow(Left|Right)|Home|End)$/.test(key) && follow(), {
      signal,
    });
    box.addEventListener("blur", close, { signal });
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
      <p className={layoutCss.srOnly} role="status">
        {members.length > 0 && `${members.length} members, arrow keys choose`}
      </p>
      {active && (
        <div className={css.members} role="listbox" id={id} aria-label="Members">
          {members.map((member) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus
            <div
              key={member.id}
              id={`${id}-${member.id}`}
              className={css.member}
              role="option"
              tabIndex={-1}
              aria-selected={member === active}
              onPointerDown={(event) => event.preventDefault()}
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

/** The unfinished name before the caret, and where its `@` stands. */
function typedName(before: string): { at: number; name: string } | null {
  const [, name] = /(?<![\p{L}\p{N}_@./])@((?:[^\s@]+ ?){0,6})$/u.exec(before) ?? [];
  return name === undefined ? null : { at: before.length - name.length - 1, name };
}
