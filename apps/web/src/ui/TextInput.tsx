import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import * as css from "./input.module.css";

interface TextInputProps extends Omit<ComponentProps<"input">, "size"> {
  /** Leading icon, decoration only. */
  icon?: ReactNode;
  /** A button inside the end of the box. */
  end?: ReactNode;
  /** `sm`: less high. `toolbar`: so too, except on phones. */
  size?: "sm" | "md" | "toolbar";
  /** Class of the box, including icon and button. */
  className?: string;
  inputClass?: string;
}

export function TextInput({
  icon,
  end,
  size = "md",
  className,
  inputClass,
  type = "text",
  ...rest
}: TextInputProps) {
  const control = useFieldControl();
  return (
    <div
      className={cx(
        css.wrap,
        size === "sm" && css.sm,
        size === "toolbar" && css.toolbar,
        Boolean(icon) && css.hasIcon,
        Boolean(end) && css.hasEnd,
        className,
      )}
    >
      {icon && <span className={css.icon}>{icon}</span>}
      <input {...control} {...rest} type={type} className={cx(css.root, css.text, inputClass)} />
      {end}
    </div>
  );
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl();
  return (
    <textarea
      {...control}
      {...rest}
      rows={rows}
      className={cx(css.root, css.text, css.textarea, className)}
    />
  );
}

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
