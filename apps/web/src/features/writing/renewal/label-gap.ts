/** Between labels where forms and the journal hold them as one text: no label has a comma. */
export const labelGap = ", ";
