/** Where two contradicting checkpoints are kept; the panel looks here before the check is loaded (docs/rules.md#d87). */
export const evidenceKey = "log_evidence";
