import { SECTIONS, type SectionKey } from '@orbita/domain/admission';
import type { FieldError } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { FieldError as ErrorLine } from '@orbita/ui/field';
import { PlusIcon } from '@orbita/ui/icons/plus';
import { TrashIcon } from '@orbita/ui/icons/trash';
import { LinkAction } from '@orbita/ui/link-action';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useEffect, useId, useRef, useState } from 'react';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { RowFieldControl } from './row-field.tsx';
import { controlId, emptyValues, keptOf, type SectionDraft, type TypedValues } from './section-values.ts';

type Entry = { id: number; values: TypedValues };

type SectionRowsProps = {
  sectionKey: SectionKey;
  /** Minimum number of rows shown. */
  least: number;
  start: SectionDraft;
  problems: readonly FieldError[];
  /** Shows every problem, not only those of fields that have been left. */
  whole: boolean;
  onChange: (draft: SectionDraft) => void;
};

let entries = 0;
const entry = (values: TypedValues): Entry => {
  entries += 1;
  return { id: entries, values };
};

/** The rows of a section, which can be filled in, added, removed and restored. */
export function SectionRows({ sectionKey: key, least, start, problems, whole, onChange }: SectionRowsProps) {
  const { fields, max } = SECTIONS[key];
  const [rows, setRows] = useState(() => {
    const known = start.map(entry);
    const blank = Array.from({ length: Math.max(0, least - known.length) }, () => entry(emptyValues(key)));
    return [...known, ...blank];
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<{ row: Entry; at: number } | null>(null);
  const focus = useFocusNext();
  const single = max === 1;

  const change = (next: readonly Entry[]) => {
    setRows([...next]);
    onChange(next.map(({ values }) => values));
  };
  const add = () => {
    const added = entry(emptyValues(key));
    setRemoved(null);
    change([...rows, added]);
    focus(controlId(key, `rows.${rows.length}.${fields[0]?.name}`));
  };
  const remove = (at: number) => {
    const row = rows[at];
    if (!row) return;
    const filled = keptOf(key, [row.values]).length > 0;
    setRemoved(filled ? { row, at } : null);
    change(rows.filter((one) => one !== row));
    focus(filled ? `${key}-desfazer` : `${key}-adicionar`);
  };
  const undo = () => {
    if (!removed) return;
    change([...rows.slice(0, removed.at), removed.row, ...rows.slice(removed.at)]);
    setRemoved(null);
    focus(controlId(key, `rows.${removed.at}.${fields[0]?.name}`));
  };
  const missing = whole && problems.some(({ field }) => field === 'rows');
  return (
    <>
      {rows.map((row, at) => (
        <RowGroup
          key={row.id}
          name={single ? undefined : t.rowName(key, at + 1)}
          onRemove={single || rows.length <= least ? undefined : () => remove(at)}
        >
          {fields.map((field) => {
            const path = `rows.${at}.${field.name}`;
            const shown = whole || left.has(`${row.id}.${field.name}`);
            return (
              <RowFieldControl
                key={field.name}
                field={field}
                id={controlId(key, path)}
                value={row.values[field.name] ?? ''}
                error={shown ? problems.find((problem) => problem.field === path)?.message : undefined}
                onBlur={() => setLeft((names) => new Set(names).add(`${row.id}.${field.name}`))}
                onChange={(value) =>
                  change(
                    rows.map((one) =>
                      one === row ? { ...row, values: { ...row.values, [field.name]: value } } : one,
                    ),
                  )
                }
              />
            );
          })}
        </RowGroup>
      ))}
      {removed && (
        <p className="row row--close" role="status">
          <span className="small">{t.removed(t.rowName(key, removed.at + 1))}</span>
          <LinkAction id={`${key}-desfazer`} onClick={undo}>
            {t.undo}
          </LinkAction>
        </p>
      )}
      {missing && <ErrorLine>{t.rowsMissing}</ErrorLine>}
      {!single && (
        <div>
          {rows.length < max ? (
            <Button kind="outline" small icon={PlusIcon} id={`${key}-adicionar`} onClick={add}>
              {t.add(key)}
            </Button>
          ) : (
            <p className="small muted">{t.full(max)}</p>
          )}
        </div>
      )}
    </>
  );
}

type RowGroupProps = {
  name: string | undefined;
  onRemove: (() => void) | undefined;
  children: React.ReactNode;
};

/** The fields of one row under its name, with a button that removes it. */
function RowGroup({ name, onRemove, children }: RowGroupProps) {
  const id = useId();
  if (name === undefined) return <div className="stack">{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in one line with the button
    <div className="stack" role="group" aria-labelledby={id}>
      <div className="row row--between row--close">
        <h3 className="h4" id={id}>
          {name}
        </h3>
        {onRemove && (
          <Button kind="quiet" small icon={TrashIcon} onClick={onRemove}>
            <span>
              {t.remove}
              <VisuallyHidden> {name}</VisuallyHidden>
            </span>
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}

/** Returns a function that focuses a control once the next render has created it. */
function useFocusNext(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(wanted.current);
    wanted.current = null;
    element?.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}
