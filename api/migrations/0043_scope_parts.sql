-- A scope may be granted by part: the family before the dot carries it (spec 25.1.2).
create or replace function token_within_parent() returns trigger language plpgsql as $$
declare
  p service_token;
begin
  select * into p from service_token where tenant_id = new.tenant_id and id = new.parent_id;
  if new.expires_at > p.expires_at
    or exists (
      select from jsonb_array_elements_text(new.scopes) scope
      where not p.scopes ? scope and not p.scopes ? split_part(scope, '.', 1))
    or (p.institutions is not null and (new.institutions is null or not new.institutions <@ p.institutions))
    or new.root_id is distinct from coalesce(p.root_id, p.id)
  then
    raise exception 'A service token reaches beyond the one that made it' using errcode = 'check_violation',
      constraint = 'service_token_within_parent';
  end if;
  return new;
end $$;
