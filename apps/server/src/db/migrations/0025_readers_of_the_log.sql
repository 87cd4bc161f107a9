-- Pages show the newest checkpoint ("log"), and of an item how many witnesses have seen its row N ("seen:N").

create function tell_of_checkpoint() returns trigger language plpgsql as $$
begin
  -- A log of another name has been seen by nobody.
  if tg_op = 'UPDATE' and split_part(old.note, E'\n', 1) <> split_part(new.note, E'\n', 1) then
    perform pg_notify('shared_answers', 'all');
  else
    perform tell_readers(array['log']);
  end if;
  return null;
end $$;
create trigger log_checkpoint_tells_readers after insert or update on log_checkpoint
  for each row execute function tell_of_checkpoint();

-- A checkpoint's text is name, size and root, one a line.
create function tell_of_cosignature() returns trigger language plpgsql as $$
declare
  seen bigint := split_part(new.checkpoint, E'\n', 2)::bigint;
  before bigint := 0;
begin
  if tg_op = 'UPDATE' and split_part(old.checkpoint, E'\n', 1) = split_part(new.checkpoint, E'\n', 1) then
    before := split_part(old.checkpoint, E'\n', 2)::bigint;
  end if;
  perform tell_readers(array['log'] || array(select 'seen:' || seq from generate_series(before + 1, seen) seq limit 101));
  return null;
end $$;
create trigger log_cosignatures_tell_readers after insert or update of checkpoint on log_cosignatures
  for each row when (new.checkpoint is not null) execute function tell_of_cosignature();
