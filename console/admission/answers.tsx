import { isWebAddress, type Row, type RowField, SECTIONS, type SectionKey } from '@orbita/domain/admission';
import { Button } from '@orbita/ui/button';
import { useId } from 'react';
import { questionnaireReviewTexts as t } from '../texts/admission.ts';

type Section = { key: SectionKey; label: string; rows: readonly Row[] };

/** Sections as the candidate filled them in; a link is shown as text, and only its own button leads away (spec 25.10). */
export const Answers = ({
  sections,
  onFix,
}: {
  sections: readonly Section[];
  onFix?: ((label: string) => void) | undefined;
}) => sections.map((section) => <Answered key={section.key} section={section} onFix={onFix} />);

function Answered({ section, onFix }: { section: Section; onFix: ((label: string) => void) | undefined }) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id}>{section.label}</h2>
        {onFix && (
          <Button kind="quiet" small aria-label={t.fixOf(section.label)} onClick={() => onFix(section.label)}>
            {t.fix}
          </Button>
        )}
      </div>
      {section.rows.length === 0 && <p className="meta">{t.unanswered}</p>}
      {section.rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move here
        <dl key={at} className="compare compare--dense answers">
          {SECTIONS[section.key].fields.map((field) => (
            <Shown key={field.name} field={field} value={row[field.name] ?? null} />
          ))}
        </dl>
      ))}
    </section>
  );
}

function Shown({ field, value }: { field: RowField; value: string | number | null }) {
  if (value === null || value === '') return null;
  const text = shown(field, value);
  return (
    <div>
      <dt>{field.label}</dt>
      <dd>
        {text}
        {field.kind === 'link' && isWebAddress(text, ['https:', 'http:']) && (
          <>
            {' '}
            <a className="link small" href={text} target="_blank" rel="noopener noreferrer">
              {t.openLink}
            </a>
          </>
        )}
      </dd>
    </div>
  );
}

function shown(field: RowField, value: string | number): string {
  if (field.kind === 'choice')
    return field.options.find(({ code }) => code === value)?.label ?? String(value);
  if (field.kind === 'month') return String(value).split('-').reverse().join('/');
  return String(value);
}
