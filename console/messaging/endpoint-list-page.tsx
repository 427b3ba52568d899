import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { lazy, Suspense, useState } from 'react';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { PlaceName } from '../base/place.tsx';
import { useRows } from '../base/rows.ts';
import { integrationTexts as t } from '../texts/integration.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type Endpoint, EndpointState } from './endpoint.tsx';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));

const STATES = ['', 'active', 'disabled'] as const;

const columns: readonly Column<Endpoint>[] = [
  {
    key: 'system',
    title: t.system,
    className: 'line',
    cell: ({ description, url }) => <span translate="no">{description || url}</span>,
  },
  { key: 'where', title: t.where, cell: ({ institution }) => <PlaceName code={institution} /> },
  { key: 'tells', title: t.tells, className: 'nowrap', cell: ({ kinds }) => t.kinds(kinds.length) },
  { key: 'state', title: t.state, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
];

/** E-12 `/integracoes`: systems notified of events (spec 25.15). */
export default function EndpointListPage() {
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['situacao']);
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Approval>();
  const state = STATES.find((one) => one === values.situacao) || undefined;
  const query = { ...(state ? { state } : {}), ...(institution ? { institution } : {}) };
  const { table } = useRows('GET /operations/webhook-endpoints', {
    name: ['endpoints', 'list'],
    query,
    idOf: ({ id }) => String(id),
  });
  return (
    <Content>
      <Head
        title={t.title}
        lead={t.lead}
        actions={<Button onClick={() => setAdding(true)}>{t.add}</Button>}
      />
      <div role="status">{asked && <Asked approval={asked} />}</div>
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={state ?? ''}
          onChange={(situacao) => set({ situacao })}
          options={STATES.map((one) => ({ value: one, label: t.states[one] }))}
        />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ id }) => `/integracoes/${id}`}
        detailOf={({ description, url }) => description && <span translate="no">{url}</span>}
        empty={
          state ? (
            <NoHits onClear={() => set({ situacao: '' })} />
          ) : (
            <Empty mark="file" title={t.empty} text={t.emptyHelp} />
          )
        }
      />
      {adding && (
        <Suspense>
          <EndpointDialog
            onClose={() => setAdding(false)}
            onDone={(waits) => {
              setAdding(false);
              setAsked(waits);
            }}
          />
        </Suspense>
      )}
    </Content>
  );
}
