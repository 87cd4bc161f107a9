import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import * as css from "./input.module.css";
import { TextInput } from "./TextInput.tsx";

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, "type" | "end">;

/** Callers set `autoComplete` to "current-password" or "new-password". */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className={css.end}
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
          disabled={props.disabled}
        >
          {shown ? <EyeOff size={18} /> : <Eye size={18} />}
        </button>
      }
    />
  );
}
