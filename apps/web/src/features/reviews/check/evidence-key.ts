/** Where two contradicting checkpoints are kept; the panel looks here before the check is loaded (docs/rules.md#public-log). */
export const evidenceKey = "log_evidence";
