import * as css from "./tone.module.css";

/** The colours of a message or mark by what it means. */
export const tones = { info: css.info, success: css.success, warn: css.warn, danger: css.danger };
