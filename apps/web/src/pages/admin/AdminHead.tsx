import { SourceLine } from "../../features/admin/SourceLine.tsx";
import { PageTitle } from "../../lib/PageTitle.tsx";

interface AdminHeadProps {
  heading: string;
  /** What the tab says, where that is not the heading. */
  title?: string;
}

export function AdminHead({ heading, title = heading }: AdminHeadProps) {
  return (
    <>
      <PageTitle title={title} hidden />
      <div className="page-head">
        <div>
          <h1 className="h1">{heading}</h1>
          <SourceLine />
        </div>
      </div>
    </>
  );
}
