import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { Stack } from "../../../ui/Stack.tsx";
import * as uploadFormCss from "../../../ui/upload-form.module.css";

// Lazy: it is below the text.
const FileField = lazyNamed(() => import("./FileField.tsx"), "FileField");

/** The field for the one file of a writing form, in a place that is kept for it. */
export const FileSpot = (props: ComponentProps<typeof FileField>) => (
  <Suspense
    fallback={
      // The buttons mount again once the field is here, and would lose a file chosen before.
      <div inert>
        <Stack gap={2}>
          <div className={uploadFormCss.fileSpot} />
          {props.children}
        </Stack>
      </div>
    }
  >
    <FileField {...props} />
  </Suspense>
);
