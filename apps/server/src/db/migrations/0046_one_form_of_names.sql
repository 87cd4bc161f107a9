-- Names have one form, so that what looks the same is the same (docs/rules.md#d93): Unicode's NFC, with one space between words.
-- A name that would be too long in it, or that another category has already, stays as it is.
create function one_form(name text) returns text language sql immutable strict as $$
  select trim(regexp_replace(normalize(name, NFC), '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'));
$$;

update users set name = one_form(name)
  where name <> one_form(name) and length(one_form(name)) between 1 and 120;

update categories set name = one_form(name)
  where name <> one_form(name) and length(one_form(name)) between 1 and 80
    and id in (select min(id) from categories where deleted_at is null group by lower(one_form(name)))
    and not exists (
      select from categories other
      where other.id <> categories.id and other.deleted_at is null and lower(other.name) = lower(one_form(categories.name))
    );

drop function one_form;
