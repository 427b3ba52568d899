import { firstName } from '@orbita/domain/foundation';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError, call, textOf } from '../app/api.ts';
import { tenantDateTime } from '../app/zone.ts';
import { ChannelStep } from '../identity/codes/channel-step.tsx';
import type { Channel, Contact } from '../identity/codes/types.ts';
import { guardianLinkTexts as t } from '../texts/guardian.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type CandidateContract, contractQuery } from './queries.ts';

type GuardianLinkCardProps = { subscriptionId: number; contract: CandidateContract };

const labelOf = ({ channel, masked }: Contact) => t.channel[channel](masked ?? '');
const troubleOf = (error: unknown) =>
  error instanceof ApiError && error.fields[0] ? error.fields[0].message : textOf(error, t.failed);

/** Sends the guardian a link of her own, where her code is asked for (spec 12.9). */
export function GuardianLinkCard({ subscriptionId, contract }: GuardianLinkCardProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const title = useId();
  const { acceptance: demand, guardianLink: link } = contract;
  if (!demand?.guardian || !demand.code || demand.channels.length === 0) return null;
  const name = firstName(demand.guardian);

  const send = async (channel: Channel) => {
    const guardianLink = await call('POST /candidate/subscriptions/{id}/guardian-links', {
      params: { id: subscriptionId },
      body: { channel },
    });
    const { queryKey } = contractQuery(subscriptionId);
    client.setQueryData<CandidateContract>(queryKey, (known) => known && { ...known, guardianLink });
    setAsking(false);
  };

  return (
    <Card look="soft" className="stack stack--tight" aria-labelledby={title}>
      <h2 className="h3" id={title}>
        {t.title(name)}
      </h2>
      <div className="stack stack--tight" role="status">
        {link ? (
          <>
            <p>{t.sent(link.masked, tenantDateTime(link.sentAt))}</p>
            <p className="small muted">{t.until(tenantDateTime(link.expiresAt))}</p>
          </>
        ) : (
          <p>{t.lead}</p>
        )}
      </div>
      <Button kind="outline" block onClick={() => setAsking(true)}>
        {link ? t.again : t.send}
      </Button>
      {asking && (
        <Dialog open onClose={() => setAsking(false)} title={t.dialog(name)}>
          <div className="stack">
            <p>{t.dialogLead}</p>
            <ChannelStep
              contacts={demand.channels}
              labelOf={labelOf}
              onSend={send}
              troubleOf={troubleOf}
              texts={{ where: t.where, send: t.sendNow, sending: t.sending }}
            />
          </div>
        </Dialog>
      )}
    </Card>
  );
}
