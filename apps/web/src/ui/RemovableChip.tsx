import { X } from "lucide-react";
import type { ComponentProps } from "react";
import * as chipCss from "./chip.module.css";
import * as kit from "./kit.module.css";
import * as css from "./removable-chip.module.css";

interface RemovableChipProps extends ComponentProps<"button"> {
  text: string;
}

/** One of a list of words that a form holds, with the button that takes it off. */
export const RemovableChip = ({ text, ...button }: RemovableChipProps) => (
  <li className={`${chipCss.root} ${css.root}`}>
    <span className={kit.clip}>{text}</span>
    <button type="button" {...button} className={`${kit.tile} ${css.remove}`} aria-label={`Remove ${text}`}>
      <X size={14} />
    </button>
  </li>
);
