import {
  columnsOf,
  EXPORT_FORMATS,
  EXPORT_REASON,
  type ExportFormat,
  type ExportList,
} from '@orbita/domain/export';
import { Check } from '@orbita/ui/check';
import { FieldError } from '@orbita/ui/field';
import { Segmented } from '@orbita/ui/segmented';
import { useId, useRef, useState } from 'react';
import { DialogFailure } from '../base/states.tsx';
import { exportTexts as t } from '../texts/export.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type ExportWish, useAsk, useMaySee } from './exports.ts';
import '../styles/export.css';
import { LongText } from '../ui/long-text.tsx';

type Props = { list: ExportList; query: ExportWish['query']; onClose: () => void };

/** Options of an export: format, columns, and the reason when some identify people (spec 25.3.6). */
export default function ExportDialog({ list, query, onClose }: Props) {
  const noColumn = useId();
  const maySee = useMaySee();
  const columns = columnsOf(list).filter(({ parts }) => !parts || maySee(parts));
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [chosen, setChosen] = useState<readonly string[]>(
    columns.flatMap(({ key, personal }) => (personal ? [] : [key])),
  );
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const why = useRef<HTMLTextAreaElement>(null);
  const ask = useAsk();
  const needsReason = columns.some(({ key, personal }) => personal && chosen.includes(key));
  const short = needsReason && reason.trim().length < EXPORT_REASON.least;
  const toggle = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]));
  const send = () => {
    setTried(true);
    // What is missing is at the end of the columns, possibly out of view.
    if (short) why.current?.focus();
    if (short || chosen.length === 0) return;
    // Columns and filters are those of the list, which the type cannot express here.
    const wish = { list, query, format, columns: chosen, ...(needsReason ? { reason: reason.trim() } : {}) };
    ask.mutate(wish as ExportWish, { onSuccess: onClose });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t.title(list)}
      bodyLabel={t.title(list)}
      onSend={send}
      verb={t.make}
      busy={ask.isPending && t.making}
    >
      <p>{t.lead}</p>
      <div>
        <Segmented
          legend={t.format}
          options={EXPORT_FORMATS.map((one) => ({ value: one, label: t.formats[one] }))}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value as ExportFormat)}
        />
        {format === 'xlsx' && <p className="meta">{t.limit}</p>}
      </div>
      <fieldset className="export-columns" aria-describedby={tried ? noColumn : undefined}>
        <legend>{t.columns}</legend>
        {columns.map(({ key, label, personal }) => (
          <Check key={key} checked={chosen.includes(key)} onChange={() => toggle(key)}>
            {label}
            {personal && <small className="export-columns__personal"> {t.personal}</small>}
          </Check>
        ))}
      </fieldset>
      {tried && chosen.length === 0 && <FieldError id={noColumn}>{t.noColumn}</FieldError>}
      {needsReason && (
        <LongText
          label={t.reason}
          hint={t.reasonHelp}
          error={tried && short ? t.reasonShort : undefined}
          field={why}
          rows={2}
          most={EXPORT_REASON.most}
          value={reason}
          onType={setReason}
        />
      )}
      {ask.error && <DialogFailure error={ask.error} />}
    </FormDialog>
  );
}
