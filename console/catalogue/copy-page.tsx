import { formatDate } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Choice } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { numberOf } from '../base/amount.ts';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { useGo } from '../base/institution.ts';
import { useScreenTitle } from '../base/title.ts';
import { catalogueTexts } from '../texts/catalogue.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { type CopyDraft, copyOf, movedDay, nextName, raised, wrongAmounts } from './copy.ts';
import { type Entry, pathOf, type Row, useAll, useEntry, type Wish } from './queries.ts';
import { SavePanel, Waiting } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';
import { shownAmount } from './values.ts';
import '../styles/catalogue.css';

const t = catalogueTexts.copyPage;
const WEEKS = [26, 52, 4, 8, 12, 16, 20, 24, 28, 30, 32, 36, 40, 44, 48] as const;
const USUAL = 26;

/** E-10 `/catalogo/copiar/{intake}`: the next intake, copied from an existing one (spec 25.14). */
export default function CopyPage() {
  const { intake = '' } = useParams();
  const { data, error, refetch } = useEntry('intakes', intake);
  const within = {
    institution: String(data?.values.institution ?? ''),
    intake: String(data?.values.code ?? ''),
  };
  const enabled = data !== undefined;
  const offers = useAll('offers', within, enabled);
  const classes = useAll('classes', within, enabled);
  const schedules = useAll('schedules', within, enabled);
  const prices = useAll('prices', within, enabled);
  const vouchers = useAll('vouchers', { institution: within.institution }, enabled);
  const lists = [offers, classes, schedules, prices, vouchers];
  useScreenTitle(t.title(intake.split('~').at(-1) ?? ''));
  if (
    data &&
    offers.data &&
    classes.data &&
    schedules.data &&
    prices.data &&
    vouchers.data &&
    !isMissing(0, error)
  )
    return (
      <Form
        entry={data}
        rows={{ offers: offers.data, classes: classes.data, schedules: schedules.data, prices: prices.data }}
        vouchers={vouchers.data}
      />
    );
  return (
    <AwaitedItem
      id={isMissing(0, error) ? Number.NaN : 0}
      title={catalogueTexts.copy}
      error={error ?? lists.find((one) => one.error)?.error}
      onRetry={() =>
        Promise.all([refetch(), ...lists.filter((one) => one.error).map((one) => one.refetch())])
      }
      texts={catalogueTexts}
      list="/catalogo"
    />
  );
}

type Rows = { offers: Row[]; classes: Row[]; schedules: Row[]; prices: Row[] };

const datesOf = ({ values }: Entry, weeks: number) => ({
  start: movedDay(String(values.start), weeks),
  end: movedDay(String(values.end), weeks),
  classStart: values.classStart ? movedDay(String(values.classStart), weeks) : '',
});

function Form({ entry, rows, vouchers }: { entry: Entry; rows: Rows; vouchers: readonly Row[] }) {
  const go = useGo();
  const institution = String(entry.values.institution);
  const intake = String(entry.values.code);
  const [draft, setDraft] = useState<CopyDraft>(() => ({
    code: nextName(intake),
    weeks: USUAL,
    rename: nextName(intake),
    ...datesOf(entry, USUAL),
    amounts: {},
    without: new Set<string>(),
    vouchers: new Set<string>(),
  }));
  const [percent, setPercent] = useState('');
  const [noPercent, setNoPercent] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  const change = (some: Partial<CopyDraft>) => setDraft((old) => ({ ...old, ...some }));
  const toggle = (name: 'without' | 'vouchers', code: string) => {
    const next = new Set(draft[name]);
    if (!next.delete(code)) next.add(code);
    change({ [name]: next });
  };
  const wish = useMemo<Wish>(
    () => ({ expectedVersion: entry.version, copy: copyOf({ institution, intake, rows }, draft) }),
    [entry.version, institution, intake, rows, draft],
  );
  const wrong = wrongAmounts(draft);
  const save = useSave(`copy ${intake}`, wrong.length > 0 ? undefined : wish, (done) =>
    done.waits ? setSaved(done) : go(pathOf('intakes', `${institution}/${draft.code.trim()}`)),
  );
  const raise = () => {
    const down = percent.trim().startsWith('-');
    const number = numberOf(percent.trim().replace(/^[-+]/, ''));
    setNoPercent(number === undefined);
    if (number !== undefined) change({ amounts: raised(rows.prices, down ? -number : number) });
  };
  const errorAt = (field: string) => save.plan?.errors.find((one) => one.field.endsWith(field))?.message;
  const head = <Head title={t.title(intake)} lead={t.lead} />;
  if (saved?.waits) return <Waiting head={head} approval={saved.waits} />;
  return (
    <Content split>
      {head}
      <div className="stack">
        <div className="entry-fields">
          <Field label={t.code} error={errorAt('copy.code')}>
            <TextInput
              value={draft.code}
              onChange={({ currentTarget }) => change({ code: currentTarget.value })}
            />
          </Field>
          <Field label={t.rename} hint={t.renameHint(intake)}>
            <TextInput
              value={draft.rename}
              onChange={({ currentTarget }) => change({ rename: currentTarget.value })}
            />
          </Field>
          <Field label={t.weeks}>
            <Select
              value={draft.weeks}
              options={WEEKS.map((value) => ({ value, label: t.weeksOption(value) }))}
              onChange={({ currentTarget }) => {
                const weeks = Number(currentTarget.value);
                change({ weeks, ...datesOf(entry, weeks) });
              }}
            />
          </Field>
        </div>
        <Section title={t.datesTitle}>
          <div className="entry-fields">
            {(['start', 'end', 'classStart'] as const).map((name) => (
              <Field
                key={name}
                label={catalogueTexts.fields[name]}
                hint={entry.values[name] ? t.before(formatDate(String(entry.values[name]))) : undefined}
                error={errorAt(`set.${name}`)}
              >
                <TextInput
                  type="date"
                  value={draft[name]}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              </Field>
            ))}
          </div>
        </Section>
        <Section
          title={t.prices}
          aside={
            <div className="row">
              <TextInput
                aria-label={t.raise}
                aria-invalid={noPercent || undefined}
                inputMode="decimal"
                size={5}
                {...typing(percent, setPercent)}
              />
              <Button small kind="outline" onClick={raise}>
                {t.raise}
              </Button>
            </div>
          }
        >
          {noPercent && <p role="alert">{t.noPercent}</p>}
          <div className="entry-fields">
            {rows.prices.map(({ code, title, amount }) => (
              <Field
                key={code}
                label={title}
                hint={t.before(shownAmount(amount ?? 0))}
                error={wrong.includes(code) && t.noAmount}
              >
                <TextInput
                  inputMode="decimal"
                  value={draft.amounts[code] ?? shownAmount(amount ?? 0)}
                  onChange={({ currentTarget }) =>
                    change({ amounts: { ...draft.amounts, [code]: currentTarget.value } })
                  }
                />
              </Field>
            ))}
          </div>
        </Section>
        <Chosen
          title={t.offers}
          rows={rows.offers}
          isChosen={(code) => !draft.without.has(code)}
          onToggle={(code) => toggle('without', code)}
        />
        <Chosen
          title={t.classes}
          rows={[...rows.classes, ...rows.schedules]}
          isChosen={(code) => !draft.without.has(code)}
          onToggle={(code) => toggle('without', code)}
        />
        <Chosen
          title={t.vouchers}
          rows={vouchers}
          isChosen={(code) => draft.vouchers.has(code)}
          onToggle={(code) => toggle('vouchers', code)}
        />
      </div>
      <aside className="aside">
        <SavePanel
          of={save}
          title={t.willBe}
          verb={t.save}
          onDiscard={() => go('/catalogo')}
          onReload={() => go('/catalogo')}
        />
        <p className="muted">{t.people}</p>
      </aside>
    </Content>
  );
}

type ChosenProps = {
  title: string;
  rows: readonly Row[];
  isChosen: (code: string) => boolean;
  onToggle: (code: string) => void;
};
/** Entries, with a choice of which are copied. */
const Chosen = ({ title, rows, isChosen, onToggle }: ChosenProps) => (
  <Section title={title}>
    {rows.length === 0 && <p className="muted">{t.nothingHere}</p>}
    <div className="entry-fields">
      {rows.map(({ kind, code, title: name, total }) => (
        <Choice
          key={`${kind} ${code}`}
          several
          title={name}
          note={`${code}${total === null ? '' : ` · ${total}`}`}
          checked={isChosen(code)}
          onChange={() => onToggle(code)}
        />
      ))}
    </div>
  </Section>
);
