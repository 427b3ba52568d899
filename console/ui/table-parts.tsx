import { Button } from '@orbita/ui/button';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import type { ReactNode } from 'react';
import { tableTexts as t } from '../texts/table.ts';

/** "2 mudanças · Atualizar", above the head of a table. The live region always exists, so that it is announced. */
export const Changes = ({ count, onUpdate }: { count: number; onUpdate: () => void }) => (
  <div role="status">
    {count > 0 && (
      <p className="changes">
        <RefreshIcon small />
        {t.changes(count)}
        <Button kind="quiet" small onClick={onUpdate}>
          {t.update}
        </Button>
      </p>
    )}
  </div>
);

export type FilterOption = { value: string; label: string; count?: number | string };

/** Pills of which one is pressed; the first usually means all. */
export function FilterPills({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: readonly FilterOption[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset className="filters__group">
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="filter"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <b>{option.count}</b>}
        </button>
      ))}
    </fieldset>
  );
}

type PagingProps = {
  /** Key hints, or the number of rows. */
  children?: ReactNode;
  /** Choice of the page size. */
  size?: ReactNode;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

/** Foot of a table: key hints on the left, links to other pages on the right. */
export const TableFoot = ({ children, size, onPrevious, onNext }: PagingProps) => (
  <div className="table-foot">
    <div>{children}</div>
    <div className="row">
      {size}
      {(onPrevious || onNext) && (
        <>
          <Button kind="outline" small aria-disabled={!onPrevious} onClick={onPrevious}>
            {t.previous}
          </Button>
          <Button kind="outline" small aria-disabled={!onNext} onClick={onNext}>
            {t.next}
          </Button>
        </>
      )}
    </div>
  </div>
);
