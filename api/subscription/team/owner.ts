import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { maySee } from '../../platform/lists/lists.ts';
import { publishToTeam } from '../../platform/team-events.ts';
import { noteBeside } from '../change.ts';

type OwnerRow = {
  code: string;
  institution_id: number;
  version: number;
  owner_staff_id: number | null;
  owner_name: string | null;
};

/** Who looks after an application, as shown on its page. */
export const presentOwner = (
  row: { owner_staff_id: number | null; owner_name: string | null; next_contact_on: string | null },
  staffId: number | undefined,
) => ({
  owner:
    row.owner_staff_id === null
      ? null
      : { name: row.owner_name ?? '', mine: staffId !== undefined && row.owner_staff_id === staffId },
  nextContactOn: row.next_contact_on,
});

/**
 * Takes charge of an application, sets the day of the next contact, or gives the application back. Fails with 404 outside the
 * caller's institutions, and with 409 `CLAIMED_BY_OTHER` for somebody else's unless it is taken over.
 */
export const setOwner = (ctx: Ctx<'PUT /operations/subscriptions/{id}/owner'>): Promise<Reply> =>
  withKey(ctx, (write) =>
    write(async (tx) => {
      const { platform, service, params } = ctx;
      const { mine, nextContactOn = null, takeOver = false } = ctx.body();
      const { staff } = service;
      if (!staff) fail('FORBIDDEN');
      if (!mine && nextContactOn !== null)
        invalid([{ field: 'nextContactOn', message: 'Só de uma inscrição que você acompanha.' }]);
      const row = await tx.one<OwnerRow>(sql`
        select i.code, s.institution_id, s.version, s.owner_staff_id,
          (select o.name from staff o where o.tenant_id = s.tenant_id and o.id = s.owner_staff_id) as owner_name
        from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
        where s.tenant_id = ${tx.tenantId} and s.id = ${params.id} for no key update of s`);
      if (!row || !maySee(service, row.code)) fail('NOT_FOUND');
      if (row.owner_staff_id !== null && row.owner_staff_id !== staff.id && !(mine && takeOver))
        fail('CLAIMED_BY_OTHER', { extra: { by: row.owner_name ?? '', until: null } });
      await noteBeside(tx, {
        columns: sql`owner_staff_id = ${mine ? staff.id : null}::bigint, next_contact_on = ${nextContactOn}::date`,
        which: sql`s.id = ${params.id}`,
      });
      await publishToTeam(tx, platform, {
        type: 'application.changed',
        data: { subscriptionId: params.id, version: row.version },
        to: { parts: ['subscriptions.read'], institution: row.institution_id },
      });
      const name = service.operator ?? service.tokenName;
      return reply(200, {
        owner: mine ? { name, mine: true } : null,
        nextContactOn,
      });
    }),
  );
