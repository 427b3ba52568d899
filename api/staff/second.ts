import { describeAsked, grantNeedsSecond, approvalTexts as t } from '@orbita/domain/approval';
import { askSecond } from '../approval/ask.ts';
import { administrators } from '../approval/people.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, ServiceContext } from '../platform/http/context.ts';
import type { GivenGrant } from './grants.ts';
import type { StaffRow } from './store.ts';

type Asking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

export type Given = {
  /** Who gets the roles; a person who is not in the team yet has no id. */
  to:
    | { id: number; name: string; email: string }
    | { id: null; name: string; email: string; passkeyOnly: boolean };
  held: StaffRow['grants'];
  given: readonly GivenGrant[];
  command: unknown;
};

/** Codes of all institutions of some roles; null where one is for all of the tenant. */
const institutionsOf = (grants: readonly GivenGrant[]): string[] | null => {
  if (grants.some(({ institutions }) => !institutions)) return null;
  return [...new Set(grants.flatMap(({ institutions }) => institutions ?? []))].sort();
};

/**
 * Keeps roles that a person of the team gives for a second one of the administration (spec 25.4.4); undefined where none is
 * needed. Called with the team locked, after everything else was found right. @throws `APPROVAL_PENDING`.
 */
export async function secondForGrants(
  tx: Tx,
  asking: Asking,
  { to, held, given, command }: Given,
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const needed = grantNeedsSecond({ held, given, administrators: await administrators(tx) });
  if (!needed) return undefined;
  return askSecond(tx, asking, {
    kind: 'grant',
    subject:
      to.id === null
        ? { kind: 'staff', id: null, name: to.email.toLowerCase() }
        : { kind: 'staff', id: to.id },
    // Who approves must be able to change all that she holds, as who asked is.
    institutions: institutionsOf([...given, ...held]),
    summary: to.id === null ? t.invite : t.grant,
    fields:
      to.id === null
        ? describeAsked.invite({ ...to, held, given })
        : describeAsked.grant({
            ...to,
            held,
            given: [...given, ...held.filter(({ source }) => source === 'idp')],
          }),
    command,
  });
}
