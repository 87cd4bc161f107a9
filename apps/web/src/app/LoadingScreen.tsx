import { messages } from "@cairn/contract";
import { LoadingLine } from "../ui/LoadingLine.tsx";

/** Until the screen's own code is there, or the role is read. */
export function LoadingScreen() {
  return (
    <main id="main" className="grid min-h-screen place-items-center" tabIndex={-1}>
      <LoadingLine text={messages.loading} />
    </main>
  );
}
