-- Names have one form, Unicode's NFC, so that what looks the same is the same (docs/rules.md#d93). A name that would be too long
-- in it, or that another category has already, stays as it is.
update users set name = normalize(name, NFC)
  where name is not NFC normalized and length(normalize(name, NFC)) <= 120;

update categories set name = normalize(name, NFC)
  where name is not NFC normalized and length(normalize(name, NFC)) <= 80
    and id in (select min(id) from categories where deleted_at is null group by lower(normalize(name, NFC)))
    and not exists (
      select from categories other
      where other.id <> categories.id and other.deleted_at is null
        and lower(other.name) = lower(normalize(categories.name, NFC))
    );
