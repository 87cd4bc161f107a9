import { useHydrated } from "../../lib/useHydrated.ts";
import { Button } from "../../ui/Button.tsx";

interface SubmitButtonProps {
  working: boolean;
  workingText: string;
  children: string;
}

/**
 * Submits nothing before the script is there: the browser's own submit would send the password to a page that
 * takes none. Without a submit button Enter does nothing either.
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
