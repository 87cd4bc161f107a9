import { messages } from "@cairn/contract";
import { Spinner } from "../ui/Spinner.tsx";

/** Until the screen's own code is there, or the role is read. */
export function LoadingScreen() {
  return (
    <main id="main" className="grid min-h-screen place-items-center" tabIndex={-1}>
      <p role="status" className="flex items-center gap-2 text-text-2">
        <Spinner />
        {messages.loading}
      </p>
    </main>
  );
}
