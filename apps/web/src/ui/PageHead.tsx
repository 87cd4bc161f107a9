import type { ReactNode, Ref } from "react";
import * as kit from "./kit.module.css";
import * as layout from "./layout.module.css";
import { Row } from "./Stack.tsx";
import { Text } from "./Text.tsx";

interface PageHeadProps {
  title: ReactNode;
  /** One line under the title. */
  sub?: ReactNode;
  /** Shown at the end of the line. */
  children?: ReactNode;
}

export function PageHead({ title, sub, children }: PageHeadProps) {
  return (
    <div className={kit.pageHead}>
      <div>
        <h1 className={kit.h1}>{title}</h1>
        {sub && <p className={kit.sub}>{sub}</p>}
      </div>
      {children}
    </div>
  );
}

interface SectionHeadProps extends PageHeadProps {
  /** Id of the heading, which names the section. */
  id: string;
  /** Ref to the heading, so that code can focus it. */
  headingRef?: Ref<HTMLHeadingElement>;
  isSmall?: boolean;
}

export function SectionHead({ id, headingRef, title, sub, isSmall, children }: SectionHeadProps) {
  return (
    <Row between gap={4} className={layout.sectionHead}>
      <div>
        <h2
          className={isSmall ? kit.h3 : kit.h2}
          id={id}
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
        >
          {title}
        </h2>
        {sub && (
          <Text kind="soft" above={1}>
            {sub}
          </Text>
        )}
      </div>
      {children}
    </Row>
  );
}
