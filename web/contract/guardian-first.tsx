import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError, textOf } from '@orbita/client/errors.ts';
import { RELATIONSHIPS } from '@orbita/domain/enrolment';
import { firstName } from '@orbita/domain/foundation';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Choice, Choices } from '@orbita/ui/choice';
import { Disclosure } from '@orbita/ui/disclosure';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { Numbered } from '@orbita/ui/numbered';
import { PageHead } from '@orbita/ui/page';
import { inAttribute } from '@orbita/ui/person-name.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../base/api.ts';
import { useTitle } from '../base/title.ts';
import { tenantDateTime } from '../base/zone.ts';
import { BackLink } from '../enrolment/back-link.tsx';
import type { PartProps } from '../enrolment/part-props.ts';
import { partPath } from '../enrolment/way.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { contractTexts } from '../texts/contract.ts';
import { guardianLinkTexts as t } from '../texts/guardian.ts';
import { type CandidateContract, contractQuery, type Demand } from './queries.ts';

type Away = Demand & { guardian: string };

/** The demand if the guardian can be sent a link; undefined if they can only accept beside the candidate. */
export const guardianByLink = (demand: Demand | null | undefined): Away | undefined =>
  demand?.guardian && demand.code && demand.channels.length > 0 ? (demand as Away) : undefined;

/** Sends the guardian their link, by the chosen contact. */
function useGuardianLink(subscriptionId: number, { channels }: Away) {
  const client = useQueryClient();
  const [channel, setChannel] = useState(channels[0]?.channel);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const send = async () => {
    if (busy || !channel) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const guardianLink = await call('POST /candidate/subscriptions/{id}/guardian-links', {
        params: { id: subscriptionId },
        body: { channel },
      });
      const { queryKey } = contractQuery(subscriptionId);
      adoptAnswer<CandidateContract>(client, queryKey, (known) => known && { ...known, guardianLink });
    } catch (error) {
      const [field] = error instanceof ApiError ? error.fields : [];
      setTrouble(field?.message ?? textOf(error, t.failed));
    }
    setBusy(false);
  };
  return { channel, setChannel, busy, trouble, send };
}

type GuardianFirstProps = {
  part: PartProps;
  contract: CandidateContract;
  demand: Away;
  /** The guardian is present and accepts on this device. */
  onHere: () => void;
  /** What the contract is about, for a look beforehand. */
  children: ReactNode;
};

/** S-28 for a minor: the guardian who accepts is first asked by a link (spec 12.9). */
export function GuardianFirst({ part, contract, demand, onHere, children }: GuardianFirstProps) {
  const { subscription, steps, data } = part;
  const formId = useId();
  const { channel, setChannel, busy, trouble, send } = useGuardianLink(subscription.id, demand);
  const name = firstName(demand.guardian);
  useTitle(t.title(inAttribute(name)), trouble !== undefined);
  const { guardianLink: link } = contract;
  const relationship = RELATIONSHIPS.find(({ code }) => code === data.guardian?.relationship)?.label;
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          {trouble && <Notice kind="danger" role="alert" title={trouble} />}
          <Button
            block
            type="submit"
            form={formId}
            kind={link ? 'outline' : 'primary'}
            busy={busy && t.sending}
          >
            <WithName text={link ? t.again : t.send} name={name} />
          </Button>
        </ActionBar>
      }
    >
      <div className="stack stack--tight">
        <BackLink part={part} step="review" />
        <PageHead
          title={<WithName text={t.title} name={name} />}
          lead={<WithName text={t.lead} name={name} />}
        />
      </div>
      <div role="status">
        {link && (
          <Notice kind="success" title={t.sent(link.masked, tenantDateTime(link.sentAt))}>
            {t.until(tenantDateTime(link.expiresAt))}
          </Notice>
        )}
      </div>
      <form
        className="stack"
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Card className="stack">
          <div>
            <p>
              <b translate="no">{demand.guardian}</b>
            </p>
            <p className="small muted">
              {relationship ? t.relationship(relationship) : contractTexts.guardian}
            </p>
          </div>
          <Choices legend={t.where}>
            {demand.channels.map((contact) => (
              <Choice
                key={contact.channel}
                name="channel"
                value={contact.channel}
                title={t.channel[contact.channel](contact.masked ?? '')}
                checked={channel === contact.channel}
                onChange={() => setChannel(contact.channel)}
              />
            ))}
          </Choices>
          <LinkAction href={partPath(subscription, 'guardian')}>{t.mend}</LinkAction>
        </Card>
      </form>
      <Numbered steps={[<WithName key="opens" text={t.opens} name={name} />, ...t.steps]} />
      <Disclosure summary={t.whole}>
        <div className="stack">{children}</div>
      </Disclosure>
      <div>
        <LinkAction onClick={onHere}>
          <WithName text={t.here} name={name} />
        </LinkAction>
      </div>
    </StepFrame>
  );
}
