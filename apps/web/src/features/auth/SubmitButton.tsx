import { Button } from "../../ui/Button.tsx";

interface SubmitButtonProps {
  working: boolean;
  workingText: string;
  children: string;
}

/**
 * Until the application handles the form, the browser's own submit must not send the password to a page that does not
 * accept it: the method `dialog` sends nothing. The start script repeats a press, or Enter, that came too early
 * (app/start.js).
 */
export function SubmitButton({ working, workingText, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      formMethod="dialog"
      kind="primary"
      block
      working={working}
      workingText={workingText}
    >
      {children}
    </Button>
  );
}
