import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import { useMe } from "../../features/auth/me.queries.ts";
import { Chip } from "../../ui/Chip.tsx";
import "./greeting.css";

const defaultTags = ["Full-Stack", "Front-End", "DevOps"];

interface GreetingProps {
  /** Controls at the right. */
  children: ReactNode;
}

/** While it is not known who is there, their places stay free: nothing that changes a moment later. */
export function Greeting({ children }: GreetingProps) {
  const { data: me, isLoading } = useMe();
  const name = me?.name || messages.defaultUserName;
  const tags = me && me.interests.length > 0 ? me.interests : defaultTags;
  return (
    <div className="greeting">
      <div>
        <h1>Hello, {!isLoading && name}</h1>
        <ul aria-label="Your interests">
          {!isLoading &&
            tags.map((tag) => (
              <li key={tag}>
                <Chip>{tag}</Chip>
              </li>
            ))}
        </ul>
      </div>
      <div className="greeting-end">{children}</div>
    </div>
  );
}
