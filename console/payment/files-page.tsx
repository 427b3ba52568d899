import { formatDate } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Outcome, OutcomeNotice } from '../act/outcome.tsx';
import { call, textOf } from '../base/api.ts';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { useMay } from '../base/me.ts';
import { PlaceName } from '../base/place.tsx';
import { Failed } from '../base/states.tsx';
import { fileTexts as t } from '../texts/payment.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { moneyText } from './money-text.ts';
import { countsText } from './outcomes.ts';

const UploadDialog = lazy(() => import('./upload-dialog.tsx').then((all) => ({ default: all.UploadDialog })));
const RemittanceDialog = lazy(() =>
  import('./remittance-dialog.tsx').then((all) => ({ default: all.RemittanceDialog })),
);

type ReadReturn = Answer<'GET /operations/slip-returns'>['data'][number];
type Remittance = Answer<'GET /operations/slip-remittances'>['data'][number];

const SHOWN = 50;

const returns: readonly Column<ReadReturn>[] = [
  { key: 'file', title: t.file, cell: ({ bank, sequence }) => t.fileOf(bank, sequence) },
  { key: 'place', title: t.place, cell: ({ institution }) => <PlaceName code={institution} /> },
  { key: 'day', title: t.day, className: 'nowrap', cell: ({ day }) => (day ? formatDate(day) : '—') },
  { key: 'lines', title: t.lines, className: 'line', cell: ({ counts }) => countsText(counts) },
  {
    key: 'read',
    title: t.read,
    className: 'nowrap',
    inBlock: t.read,
    cell: ({ readAt }) => <At instant={readAt} />,
  },
  { key: 'by', title: t.by, cell: ({ importedBy }) => importedBy },
];

const remittances = (onDownload: ((one: Remittance) => void) | undefined): readonly Column<Remittance>[] => [
  { key: 'file', title: t.file, cell: ({ bank, sequence }) => t.fileOf(bank, sequence) },
  { key: 'place', title: t.place, cell: ({ institution }) => <PlaceName code={institution} /> },
  { key: 'entries', title: t.entries, className: 'num', inBlock: t.entries, cell: ({ entries }) => entries },
  {
    key: 'total',
    title: t.total,
    className: 'num nowrap',
    inBlock: t.total,
    cell: ({ total }) => moneyText(total),
  },
  {
    key: 'made',
    title: t.made,
    className: 'nowrap',
    inBlock: t.made,
    cell: ({ createdAt }) => <At instant={createdAt} />,
  },
  {
    key: 'download',
    title: t.download,
    className: 'end',
    cell: (one) => {
      if (!one.hasFile) return <span className="muted">{t.gone}</span>;
      return (
        onDownload && (
          <Button kind="outline" small onClick={() => onDownload(one)}>
            {t.download}
          </Button>
        )
      );
    },
  },
];

/** Downloads a plain ASCII file. */
function save({ name, content }: Answer<'GET /operations/slip-remittances/{id}/file'>): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** `/pagamentos/arquivos`: slips exchanged with the bank as files (spec 25.11). */
export default function FilesPage() {
  const may = useMay();
  const settles = may('payments.settle');
  const client = useQueryClient();
  const institution = useInstitution()?.code;
  const query = { pageSize: SHOWN, ...(institution ? { institution } : {}) };
  const read = useQuery({
    queryKey: ['payment', 'returns', institution ?? ''],
    queryFn: ({ signal }) => call('GET /operations/slip-returns', { query, signal }),
  });
  const made = useQuery({
    queryKey: ['payment', 'remittances', institution ?? ''],
    queryFn: ({ signal }) => call('GET /operations/slip-remittances', { query, signal }),
  });
  const download = useMutation({
    mutationFn: ({ id }: Remittance) =>
      call('GET /operations/slip-remittances/{id}/file', { params: { id } }),
    onSuccess: save,
  });
  const [asking, setAsking] = useState<'upload' | 'make'>();
  const [outcome, setOutcome] = useState<Outcome>('');
  const done = (said: Outcome) => {
    setAsking(undefined);
    setOutcome(said);
    void client.invalidateQueries({ queryKey: ['payment'] });
    void client.invalidateQueries({ queryKey: ['queues'] });
  };
  return (
    <Content>
      <Head
        title={t.title}
        lead={t.lead}
        actions={
          settles && (
            <>
              <Button onClick={() => setAsking('upload')}>{t.send}</Button>
              <Button kind="outline" onClick={() => setAsking('make')}>
                {t.make}
              </Button>
            </>
          )
        }
      />
      <div role="status">
        <OutcomeNotice outcome={outcome} />
        {download.error && <Notice kind="danger" title={textOf(download.error)} />}
      </div>
      <Section title={t.returns}>
        {read.error && !read.data ? (
          <Failed error={read.error} onRetry={() => read.refetch()} />
        ) : (
          <DataTable
            caption={t.returnsCaption}
            columns={returns}
            rows={read.data?.data}
            idOf={({ id }) => String(id)}
            hrefOf={({ id }) => `/pagamentos/arquivos/${id}`}
            empty={<Empty mark="file" title={t.noReturns} text={t.noReturnsHelp} />}
          />
        )}
      </Section>
      <Section title={t.remittances}>
        {made.error && !made.data ? (
          <Failed error={made.error} onRetry={() => made.refetch()} />
        ) : (
          <DataTable
            caption={t.remittancesCaption}
            columns={remittances(settles ? download.mutate : undefined)}
            rows={made.data?.data}
            idOf={({ id }) => String(id)}
            empty={<Empty mark="file" title={t.noRemittances} text={t.noRemittancesHelp} />}
          />
        )}
      </Section>
      <Suspense>
        {asking === 'upload' && <UploadDialog onClose={() => setAsking(undefined)} onDone={done} />}
        {asking === 'make' && <RemittanceDialog onClose={() => setAsking(undefined)} onDone={done} />}
      </Suspense>
    </Content>
  );
}
