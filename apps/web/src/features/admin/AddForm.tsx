import { Plus } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import * as css from "./admin.module.css";

interface AddFormProps extends Pick<ComponentProps<"form">, "onSubmit" | "className" | "children"> {
  label: string;
  /** Of the button that opens it on phones, where the list comes first. */
  button: string;
}

/** The form above a list that adds to it. */
export function AddForm({ label, button, className, ...rest }: AddFormProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isOpen) form.current?.querySelector("input")?.focus();
  }, [isOpen]);
  return (
    <>
      {!isOpen && (
        <Button className={css.button} onClick={() => setOpen(true)}>
          <Plus size={18} />
          {button}
        </Button>
      )}
      <form
        {...rest}
        ref={form}
        className={cx(kit.card, css.add, !isOpen && css.isFolded, className)}
        aria-label={label}
        noValidate
      />
    </>
  );
}
