import {
  CHARGE_STATES,
  type ChargeState,
  METHOD_LABELS,
  methodLabel,
  type PaymentMethod,
} from '@orbita/domain/payment';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Select } from '@orbita/ui/select';
import { useState } from 'react';
import { DaysFilter } from '../base/filter-fields.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { stateNames, listTexts as t } from '../texts/payment.ts';
import { Content, Head } from '../ui/page.tsx';
import { columns } from './columns.tsx';
import { MoneyQueueList, MoneyQueuePills, moneyQueueNamed } from './queue-list.tsx';
import { Found, type Search, SearchForm } from './search.tsx';
import '../styles/list.css';
import '../styles/payment.css';

const FILTERS = ['situacao', 'forma', 'de', 'ate', 'atencao'] as const;
const NONE = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Record<
  (typeof FILTERS)[number],
  string
>;

/** E-07 `/pagamentos`: marked money in its queue, or payments with filters in the address and a search (spec 25.11). */
export default function ListPage() {
  const queue = moneyQueueNamed(useFilters(['fila']).values.fila, useMay());
  return queue ? <MoneyQueueList key={queue} queue={queue} /> : <Payments />;
}

function Payments() {
  // Search terms identify people, so they are kept out of the address.
  const [search, setSearch] = useState<Search>();
  return (
    <Content>
      {search ? (
        <Found search={search} onBack={() => setSearch(undefined)} onSearch={setSearch} />
      ) : (
        <WholeList onSearch={setSearch} />
      )}
    </Content>
  );
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const known = <T extends string>(words: readonly T[], given: string): T | undefined =>
  words.find((word) => word === given);
const METHODS = Object.keys(METHOD_LABELS) as PaymentMethod[];

function WholeList({ onSearch }: { onSearch: (search: Search) => void }) {
  const { values, set } = useFilters(FILTERS);
  const institution = useInstitution()?.code;
  const query = {
    state: known<ChargeState>(CHARGE_STATES, values.situacao),
    method: known(METHODS, values.forma),
    ...(isDay(values.de) ? { paidFrom: values.de } : {}),
    ...(isDay(values.ate) ? { paidUntil: values.ate } : {}),
    ...(values.atencao === '1' ? { attention: 'any' as const } : {}),
    ...(institution ? { institution } : {}),
  };
  const { table, total } = useRows('GET /operations/payments', {
    name: ['payment', 'list'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
  });
  const filtered = FILTERS.some((name) => values[name]);
  return (
    <>
      <Head
        title={total ? t.title(total) : t.loadingTitle}
        lead={values.de || values.ate ? t.leadPaid : t.lead}
        actions={
          <>
            <ButtonLink kind="outline" href="/pagamentos/devolucoes">
              {t.more.refunds}
            </ButtonLink>
            <ButtonLink kind="outline" href="/pagamentos/diferencas">
              {t.more.differences}
            </ButtonLink>
            <ButtonLink kind="outline" href="/pagamentos/arquivos">
              {t.more.files}
            </ButtonLink>
          </>
        }
      />
      <SearchForm onSearch={onSearch} />
      <div className="filters">
        <MoneyQueuePills queue={undefined} />
        <Select
          aria-label={t.state}
          value={values.situacao}
          placeholder={t.anyState}
          options={CHARGE_STATES.map((state) => ({ value: state, label: stateNames[state] }))}
          onChange={(event) => set({ situacao: event.currentTarget.value })}
        />
        <Select
          aria-label={t.method}
          value={values.forma}
          placeholder={t.anyMethod}
          options={METHODS.map((method) => ({ value: method, label: methodLabel(method) }))}
          onChange={(event) => set({ forma: event.currentTarget.value })}
        />
        <DaysFilter values={values} set={set} from={t.from} until={t.until} />
        {filtered && (
          <Button kind="quiet" small onClick={() => set(NONE)}>
            {t.clear}
          </Button>
        )}
        <SavedFilters values={values} />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ id }) => `/pagamentos/${id}`}
        empty={
          filtered ? (
            <NoHits title={t.none} onClear={() => set(NONE)} />
          ) : (
            <Empty mark="file" title={t.empty} text={t.emptyHelp} />
          )
        }
      />
    </>
  );
}
