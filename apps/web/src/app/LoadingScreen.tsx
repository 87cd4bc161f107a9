import { messages } from "@cairn/contract";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as css from "./loading-screen.module.css";

/** Shown until the screen's code has loaded or the role is known. */
export function LoadingScreen() {
  return (
    <main id="main" className={`${layoutCss.stack} ${css.main}`} tabIndex={-1}>
      <LoadingLine text={messages.loading} />
    </main>
  );
}
