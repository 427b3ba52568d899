-- A service token knows which one made it, and ends with it; the first of a family has neither parent nor root.
alter table service_token
  add column parent_id bigint,
  add column root_id bigint,
  add foreign key (tenant_id, parent_id) references service_token,
  add foreign key (tenant_id, root_id) references service_token,
  add check ((parent_id is null) = (root_id is null));
create index service_token_by_parent on service_token (tenant_id, parent_id) where parent_id is not null;
create index service_token_by_root on service_token (tenant_id, root_id) where root_id is not null;

-- Tokens made before: the audit knows by which one, and the rule holds for them as well.
do $$
declare
  t record;
  k record;
begin
  for t in select id from tenant loop
    perform set_config('app.tenant_id', t.id::text, true);
    -- A maker is always older than what it made, hence already within its own maker's limits.
    for k in
      select c.id, p.id as parent_id from service_token c
      join audit_log a on a.tenant_id = c.tenant_id and a.action = 'POST /operations/tokens' and a.outcome = 201
        and substring(a.subject from '/(\d+)$') = c.id::text
      join service_token p on p.tenant_id = a.tenant_id and p.id = a.token_id and p.id < c.id
      where c.tenant_id = t.id order by c.id
    loop
      update service_token c set
        parent_id = p.id,
        root_id = coalesce(p.root_id, p.id),
        expires_at = least(c.expires_at, p.expires_at),
        revoked_at = coalesce(c.revoked_at, p.revoked_at),
        scopes = coalesce((select jsonb_agg(s) from jsonb_array_elements(c.scopes) s where p.scopes @> s), '[]'),
        institutions = case
          when p.institutions is null then c.institutions
          when c.institutions is null then p.institutions
          else coalesce((select jsonb_agg(i) from jsonb_array_elements(c.institutions) i where p.institutions @> i), '[]')
        end
      from service_token p
      where c.tenant_id = t.id and c.id = k.id and p.tenant_id = t.id and p.id = k.parent_id;
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Whatever writes a token, later or elsewhere: never longer, never more than its parent.
create function token_within_parent() returns trigger language plpgsql as $$
declare
  p service_token;
begin
  select * into p from service_token where tenant_id = new.tenant_id and id = new.parent_id;
  if new.expires_at > p.expires_at or not new.scopes <@ p.scopes
    or (p.institutions is not null and (new.institutions is null or not new.institutions <@ p.institutions))
    or new.root_id is distinct from coalesce(p.root_id, p.id)
  then
    raise exception 'A service token reaches beyond the one that made it' using errcode = 'check_violation',
      constraint = 'service_token_within_parent';
  end if;
  return new;
end $$;
create trigger within_parent
  before insert or update of parent_id, root_id, scopes, institutions, expires_at on service_token
  for each row when (new.parent_id is not null) execute function token_within_parent();
