import { SourceLine } from "../../features/admin/SourceLine.tsx";
import { PageTitle } from "../../lib/PageTitle.tsx";
import * as css from "../../ui/layout.module.css";

interface AdminHeadProps {
  heading: string;
  /** The tab's title, if it differs from the heading. */
  title?: string;
}

export function AdminHead({ heading, title = heading }: AdminHeadProps) {
  return (
    <>
      <PageTitle title={title} hidden />
      <div className={css.pageHead}>
        <div>
          <h1 className={css.h1}>{heading}</h1>
          <SourceLine />
        </div>
      </div>
    </>
  );
}
