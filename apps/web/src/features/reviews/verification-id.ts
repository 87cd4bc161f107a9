/** The anchor of the panel, that the line under the title links to on phones. */
export const verificationId = "verification";
