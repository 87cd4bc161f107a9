-- What replaces an item can be taken back, by a decision of its own (docs/rules.md#d154).
alter table ledger
  drop constraint ledger_decision_check,
  add constraint ledger_decision_check check (
    decision in ('approved', 'flagged', 'removed', 'withdrawn', 'reaffirmed', 'superseded', 'reinstated')
  );
