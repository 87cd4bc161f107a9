-- The words by which cards, feeds, descriptions and the desk show a revision, made once when it is written
-- (docs/rules.md#d157). Null in revisions of before, whose words are made when they are read. No part of the ledger's hash:
-- they follow from the body, which is.
alter table revisions add column excerpt text;
