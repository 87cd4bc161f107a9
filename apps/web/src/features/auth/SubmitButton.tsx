import { useHydrated } from "../../lib/store.ts";
import { Button } from "../../ui/Button.tsx";

interface SubmitButtonProps {
  working: boolean;
  workingText: string;
  children: string;
}

/**
 * Does not submit before hydration: the browser's native submit would send the password to a page that does not accept
 * it. Without a submit button, Enter does nothing either.
 */
export function SubmitButton({ working, workingText, children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <Button
      type={hydrated ? "submit" : "button"}
      kind="primary"
      block
      working={working}
      workingText={workingText}
    >
      {children}
    </Button>
  );
}
