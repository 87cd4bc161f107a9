-- A comment and a like are transactions of their services, like every other call with an Idempotency-Key.
drop function if exists write_comment, write_like, claim_key;
