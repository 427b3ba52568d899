import { keepFile } from '@orbita/client/keep-file.ts';
import { formatCpf, formatDate } from '@orbita/domain/foundation';
import type { KeptReason } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { At, Fact } from '../base/facts.tsx';
import { Failed } from '../base/states.tsx';
import { privacyRequestTexts, keptTexts as t } from '../texts/privacy.ts';
import { Section } from '../ui/page.tsx';

type Kept = Answer<'GET /operations/kept-records/{personId}'>;

/** What the law requires to be kept about one person; opened once for a reason, and forgotten with the page. */
export function KeptRecord({ personId, reason }: { personId: number; reason: KeptReason }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['privacy', 'kept', personId, reason],
    queryFn: ({ signal }) =>
      call('GET /operations/kept-records/{personId}', { params: { personId }, query: { reason }, signal }),
    // Each opening is recorded, so it is not repeated automatically.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <Whole kept={data} />;
  if (error) return <Failed error={error} onRetry={() => refetch()} />;
  return <LoadingForm label={t.loading} />;
}

const shown = ({ type, document }: Kept['documents'][number]): string =>
  type === 'cpf' ? formatCpf(document) : document;
const labelOf = (type: string): string => (type in t.kinds ? t.kinds[type as keyof typeof t.kinds] : type);

function Whole({ kept: { name, birthDate, documents, reasons, keepUntil, contracts } }: { kept: Kept }) {
  return (
    <Section title={name}>
      <dl className="facts--list">
        {documents.map((one) => (
          <Fact key={`${one.type} ${one.document}`} name={labelOf(one.type)}>
            <span className="numbers" translate="no">
              {shown(one)}
            </span>
          </Fact>
        ))}
        {birthDate && <Fact name={t.birth}>{formatDate(birthDate)}</Fact>}
        <Fact name={t.until}>{formatDate(keepUntil)}</Fact>
        <Fact name={t.why}>{reasons.map((one) => privacyRequestTexts.reasons[one]).join('; ')}</Fact>
      </dl>
      {contracts.length === 0 && <p>{t.noContracts}</p>}
      {contracts.map((one) => (
        <div key={one.acceptanceId} className="stack">
          <h3>{t.contract(one.subscriptionId)}</h3>
          <dl className="facts--list">
            <Fact name={t.accepted}>
              <At instant={one.acceptedAt} />
            </Fact>
            <Fact name={t.hash}>
              <code translate="no">{one.hash}</code>
            </Fact>
          </dl>
          <div className="row">
            <Button kind="outline" small icon={DownloadIcon} onClick={() => save(one)}>
              {t.save}
            </Button>
          </div>
        </div>
      ))}
    </Section>
  );
}

/** The text as accepted: the stored HTML loads and runs nothing. The byte order mark says that it is UTF-8. */
function save({ subscriptionId, html }: Kept['contracts'][number]): void {
  const page = `\ufeff<!doctype html><html lang="pt-BR">${html}`;
  keepFile(new Blob([page], { type: 'text/html' }), `contrato-${subscriptionId}.html`);
}
