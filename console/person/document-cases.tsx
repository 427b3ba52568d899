import { formatDate } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { personKey } from '../act/queries.ts';
import { useReason } from '../act/reason-field.tsx';
import type { Person } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { useMay } from '../base/me.ts';
import { day } from '../base/zone.ts';
import { documentCaseTexts as t } from '../texts/document-case.ts';
import { type IdentityCheck, IdentityChecks } from './identity-checks.tsx';

type Case = Person['documentCases'][number];
type Decision = 'kept' | 'given';

/** The institution brought somebody with the document of this account: whose it is, people decide. */
export const DocumentCases = ({ person }: { person: Person }) =>
  person.documentCases.map((one) => <OneCase key={one.caseId} one={one} />);

function OneCase({ one }: { one: Case }) {
  const [decision, setDecision] = useState<Decision>();
  const may = useMay()('subscriptions.decide');
  return (
    <Notice kind="warning" title={t.title}>
      <p>{t.lead(one.broughtBy, day(one.openedAt))}</p>
      <Side title={t.account} side={one.account} />
      <p className="meta">{one.account.proved ? t.proved : t.unproved}</p>
      {one.brought && <Side title={t.brought} side={one.brought} />}
      {may && (
        <div className="row">
          {(['kept', 'given'] as const).map((each) => (
            <Button key={each} kind="outline" onClick={() => setDecision(each)}>
              {t[each].open}
            </Button>
          ))}
        </div>
      )}
      {decision && <DecideDialog one={one} decision={decision} onClose={() => setDecision(undefined)} />}
    </Notice>
  );
}

function Side({ title, side }: { title: string; side: NonNullable<Case['brought']> }) {
  const facts: [string, string | null][] = [
    [t.name, side.name],
    [t.birth, side.birthDate && formatDate(side.birthDate)],
    [t.email, side.emailMasked],
    [t.phone, side.phoneMasked],
  ];
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <dl className="facts--list">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? t.none}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function DecideDialog({ one, decision, onClose }: { one: Case; decision: Decision; onClose: () => void }) {
  const client = useQueryClient();
  const [check, setCheck] = useState<IdentityCheck>('document');
  const reason = useReason();
  const texts = t[decision];
  const decide = useMutation({
    mutationFn: (given: string) =>
      call('POST /operations/document-cases/{id}/decision', {
        params: { id: one.caseId },
        body: { decision, identityCheck: check, reason: given },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: personKey(one.personId) });
      onClose();
    },
  });
  return (
    <ActDialog
      title={texts.title}
      verb={texts.verb}
      busy={decide.isPending && texts.busy}
      error={decide.error}
      happens={texts.happens}
      onClose={onClose}
      onSend={() => {
        const given = reason.take();
        if (given) decide.mutate(given);
      }}
    >
      <IdentityChecks value={check} onChange={setCheck} />
      {reason.field}
    </ActDialog>
  );
}
