import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Select } from '@orbita/ui/select';
import { tableTexts as t } from '../texts/table.ts';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { Hints } from '../ui/kbd.tsx';
import type { useSteadyRows } from '../ui/steady-rows.ts';
import { Changes, TableFoot } from '../ui/table-parts.tsx';
import { PAGE_SIZES, type useList } from './list.ts';
import { Failed } from './states.tsx';

type Props<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  list: Pick<
    ReturnType<typeof useList<Row>>,
    'error' | 'retry' | 'partial' | 'onPrevious' | 'onNext' | 'pageSize' | 'onPageSize'
  >;
  steady: ReturnType<typeof useSteadyRows<Row>>;
};

/**
 * The list read by `useList`, shown as `useSteadyRows` provides it: the count of changes, the table with changed rows marked,
 * its foot (spec 25.3.4).
 */
export function ListTable<Row>({ list, steady, ...table }: Props<Row>) {
  const { idOf, marksOf } = table;
  const nothingYet = list.partial && steady.rows?.length === 0;
  if (list.error) return <Failed error={list.error} onRetry={list.retry} />;
  return (
    <>
      <Changes count={steady.count} onUpdate={steady.update} />
      <DataTable
        {...table}
        empty={nothingYet ? null : table.empty}
        rows={steady.rows}
        marksOf={(row) => ({ ...marksOf?.(row), changed: steady.changed.has(idOf(row)) })}
      />
      <FoundSoFar shown={list.partial} none={nothingYet} onMore={list.onNext} />
      <TableFoot onPrevious={list.onPrevious} onNext={list.onNext} size={<PageSize {...list} />}>
        <Hints
          items={[
            { keys: ['j', 'k'], label: t.row },
            { keys: ['Enter'], label: t.open },
          ]}
        />
      </TableFoot>
    </>
  );
}

type FoundSoFarProps = { shown: boolean; none: boolean; onMore: (() => void) | undefined };

/**
 * Below rows that the server found before it had searched everything (spec 25.3.4). The live region always exists, so that it
 * is announced.
 */
const FoundSoFar = ({ shown, none, onMore }: FoundSoFarProps) => (
  <div role="status">
    {shown && (
      <p className="changes">
        {none ? t.partialNone : t.partial}
        <Button kind="quiet" small onClick={onMore}>
          {t.searchOn}
        </Button>
      </p>
    )}
  </div>
);

type SizeProps = Pick<Props<never>['list'], 'onPrevious' | 'onNext' | 'pageSize' | 'onPageSize'>;

/** Choice of the page size, if there are more rows than the smallest one. */
function PageSize({ onPrevious, onNext, pageSize, onPageSize }: SizeProps) {
  if (!onPrevious && !onNext && pageSize === PAGE_SIZES[0]) return null;
  return (
    <Select
      aria-label={t.size}
      value={String(pageSize)}
      options={PAGE_SIZES.map((size) => ({ value: String(size), label: t.sizeOf(size) }))}
      onChange={({ currentTarget }) => {
        const size = PAGE_SIZES.find((one) => String(one) === currentTarget.value);
        if (size) onPageSize(size);
      }}
    />
  );
}

/** Shown instead of rows when the filters match nothing. */
export const NoHits = ({ title = t.noHits, onClear }: { title?: string; onClear: () => void }) => (
  <Empty
    mark="question"
    title={title}
    action={
      <Button kind="outline" onClick={onClear}>
        {t.clear}
      </Button>
    }
  />
);
