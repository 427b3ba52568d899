import { keepFile } from '@orbita/client/keep-file.ts';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { useMutation } from '@tanstack/react-query';
import { Fact, Part } from '../act/part.tsx';
import { usePart } from '../act/queries.ts';
import { fileOf, textOf } from '../base/api.ts';
import { day, hour } from '../base/zone.ts';
import { contractPartTexts as t } from '../texts/parts.ts';

type Accepted = Answer<'GET /operations/subscriptions/{id}/acceptances'>[number];

const moment = (at: string): string => `${day(at)}, ${hour(at)}`;

/** Contracts accepted for an application: which text, when, its PDF and the evidence of the acceptance. */
export default function ContractPart({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/acceptances');
  return (
    <Part title={t.title} query={query} none={t.none} isEmpty={(all) => all.length === 0}>
      {(all) => all.map((one) => <Contract key={one.acceptanceId} of={one} subscriptionId={id} />)}
    </Part>
  );
}

function Contract({ of, subscriptionId }: { of: Accepted; subscriptionId: number }) {
  return (
    <>
      <dl className="facts--list">
        <Fact label={t.text}>{t.version(of.title, of.version)}</Fact>
        <Fact label={t.accepted}>{moment(of.acceptedAt)}</Fact>
        {of.voidedAt && <Fact label={t.voided}>{moment(of.voidedAt)}</Fact>}
      </dl>
      {of.copy === 'ready' ? (
        <Pdf acceptanceId={of.acceptanceId} subscriptionId={subscriptionId} />
      ) : (
        <p className="meta">{t[of.copy]}</p>
      )}
      <details className="more-facts">
        <summary>{t.evidence}</summary>
        <dl className="facts--list">
          {of.evidence.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </dl>
      </details>
    </>
  );
}

function Pdf({ acceptanceId, subscriptionId }: { acceptanceId: number; subscriptionId: number }) {
  const save = useMutation({
    mutationFn: () => fileOf('GET /operations/acceptances/{id}/file', { params: { id: acceptanceId } }),
    onSuccess: (file) => keepFile(file, `contrato-${subscriptionId}.pdf`),
  });
  return (
    <div className="row">
      <Button
        kind="outline"
        small
        icon={DownloadIcon}
        busy={save.isPending && t.pdfBusy}
        onClick={() => save.mutate()}
      >
        {t.pdf}
      </Button>
      {save.error && (
        <p className="field__error" role="alert">
          {textOf(save.error)}
        </p>
      )}
    </div>
  );
}
