import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { FileIcon } from '@orbita/ui/icons/file';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { tenantDateTime } from '../../base/zone.ts';
import { SummaryCards } from '../../contract/summary-cards.tsx';
import { useContractCopy } from '../../document/contract-copy.ts';
import { usePrint } from '../../document/print-ticket.ts';
import { personDataQuery } from '../../person/queries.ts';
import { Loaded } from '../../subscription/loaded.tsx';
import { fullStatusQuery } from '../../subscription/queries.ts';
import type { RecordProps } from '../../subscription/record-props.ts';
import { contractCopyTexts } from '../../texts/document.ts';
import { recordTexts as t } from '../../texts/record.ts';
import { enrollmentDataQuery } from '../queries.ts';

/** Enrolment data and the accepted contract. */
export default function DataRecord({ subscription }: RecordProps) {
  const person = useQuery(personDataQuery());
  const data = useQuery(enrollmentDataQuery(subscription.id));
  return (
    <>
      <Contract subscription={subscription} />
      <Loaded query={person}>
        {(known) => (
          <Loaded query={data}>
            {(given) => <SummaryCards closed subscription={subscription} person={known} data={given} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

/** The downloaded copy is the accepted text, even if the template has changed since (spec 13.1). */
function Contract({ subscription }: RecordProps) {
  const id = useId();
  const status = useQuery(fullStatusQuery(subscription.id));
  const { busy, problem, print } = usePrint();
  const copy = useContractCopy(subscription.id);
  const accepted = status.data?.history.findLast(({ event }) => event === 'contract-accepted')?.at;
  return (
    <Card aria-labelledby={id} className="stack stack--tight">
      <h2 className="h3" id={id}>
        {t.contract}
      </h2>
      {accepted && <Facts facts={[{ label: t.acceptedAt, value: tenantDateTime(accepted) }]} />}
      <div className="stack stack--tight">
        <Button
          kind="outline"
          small
          icon={FileIcon}
          busy={busy && t.opening}
          onClick={() => void print({ kind: 'contract', subscriptionId: subscription.id })}
        >
          {t.seeContract}
        </Button>
        {copy.state === 'ready' && (
          <Button kind="outline" small icon={DownloadIcon} onClick={() => void copy.download()}>
            {contractCopyTexts.download}
          </Button>
        )}
      </div>
      <p className="small muted" role="status">
        {copy.state === 'preparing' && contractCopyTexts.preparing}
      </p>
      {(problem ?? copy.problem) && <Notice kind="danger" role="alert" title={problem ?? copy.problem} />}
    </Card>
  );
}
