import { WEBHOOK_KINDS } from '@orbita/domain/approval';
import type { Answer, Body } from '@orbita/protocol';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { day } from '../base/zone.ts';
import { integrationTexts as t } from '../texts/integration.ts';
import { State } from '../ui/state.tsx';

export type Endpoint = Answer<'GET /operations/webhook-endpoints/{id}'>;
export type Kind = Endpoint['kinds'][number];

/** Every kind of notification, in the order of the form. */
export const KINDS = Object.keys(WEBHOOK_KINDS) as Kind[];

/** What a kind of notification contains, and about whom. */
export const kindText = (kind: string): string => WEBHOOK_KINDS[kind] ?? kind;

/** The same without its personal data, for a row. */
export const kindTitle = (kind: string): string => kindText(kind).split(/[:,] /)[0] ?? kind;

/** The unchanged endpoint, to be sent along with a change. */
export const asIs = ({
  url,
  kinds,
  description,
  state,
}: Endpoint): Body<'PUT /operations/webhook-endpoints/{id}'> => ({ url, kinds, description, state });

/** Whether notifications are sent, and since when or why not. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { state, failingSince, attention } = endpoint;
  if (state === 'disabled')
    return (
      <State status={attention.length > 0 ? 'rejected' : 'neutral'} icon={AlertIcon}>
        {attention.includes('gone') ? t.gone : attention.length > 0 ? t.gaveUp : t.off}
      </State>
    );
  return failingSince ? (
    <State status="attention" icon={ClockIcon}>
      {t.failingSince(day(failingSince))}
    </State>
  ) : (
    <State status="approved" icon={CheckCircleIcon}>
      {t.on}
    </State>
  );
}
