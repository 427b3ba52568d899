import { typedScore } from '@orbita/domain/selection';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { Notice } from '@orbita/ui/notice';
import { inAttribute } from '@orbita/ui/person-name.ts';
import { SearchInput } from '@orbita/ui/search-input';
import { TextInput } from '@orbita/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { useScreenTitle } from '../base/title.ts';
import { day, hour } from '../base/zone.ts';
import { testDayTexts as t } from '../texts/selection.ts';
import { Content, Head } from '../ui/page.tsx';
import { Mark } from '../ui/state.tsx';
import '../styles/selection.css';
import { CancelSlot } from './cancel-slot.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { maskedDocument, type RollEntry, rollQuery, type Slot, slotQuery } from './test-day.ts';
import { usePresence } from './use-presence.ts';

/** People are marked on several phones: the roll is refetched this often. */
const AGAIN_MS = 10_000;

/** E-05: the roll of one slot, attendance, and results (spec 25.9). */
export default function TestPage() {
  const id = Number(useParams().hourId);
  const enabled = Number.isSafeInteger(id);
  const slot = useQuery({ ...slotQuery(id), enabled });
  const roll = useQuery({ ...rollQuery(id), enabled, refetchInterval: usePollMs(AGAIN_MS) || AGAIN_MS });
  useScreenTitle(slot.data ? t.item(slot.data.code) : t.title);
  if (slot.data && roll.data) return <Day key={id} slot={slot.data} roll={roll.data} />;
  return (
    <AwaitedItem
      id={id}
      title={t.title}
      error={slot.error ?? roll.error}
      onRetry={() => Promise.all([slot.refetch(), roll.refetch()])}
      texts={{ loading: t.loading, missing: t.missing, toList: t.toList }}
      list="/provas"
    />
  );
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

function Day({ slot, roll }: { slot: Slot; roll: readonly RollEntry[] }) {
  const gives = useMay()('tests.results');
  const presence = usePresence(slot.id);
  const [sought, setSought] = useState('');
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<Record<number, string>>({});
  const shown = roll.filter(({ name }) => plain(name).includes(plain(sought.trim())));
  const present = roll.filter((one) => presence.of(one) === true).length;
  const isOff = slot.state === 'cancelled';
  return (
    <Content>
      <Head
        title={`${day(slot.at)} ${hour(slot.at)} · ${slot.place}`}
        lead={t.count(present, roll.length)}
        actions={
          <>
            {roll.length > 0 && (
              <Button kind="outline" icon={PrinterIcon} onClick={() => window.print()}>
                {t.print}
              </Button>
            )}
            {gives && roll.length > 0 && (
              <Button kind="outline" aria-expanded={open} onClick={() => setOpen((is) => !is)}>
                {open ? t.close : t.byHand}
              </Button>
            )}
            {gives && !isOff && (
              <CancelSlot slot={slot} people={roll.filter(({ state }) => state === 'booked').length} />
            )}
          </>
        }
      />
      {isOff && <Notice kind="warning" title={t.cancelled} />}
      {presence.failure && <Notice kind="danger" role="alert" title={presence.failure} />}
      {open && gives && (
        <ResultsPanel
          slot={slot}
          roll={roll}
          typed={typed}
          presence={presence.of}
          onSent={() => setTyped({})}
        />
      )}
      {roll.length === 0 ? (
        <Empty mark="file" title={t.nobody} />
      ) : (
        <>
          <div className="screen-only">
            <Field label={t.search} id="buscar">
              <SearchInput value={sought} onChange={({ currentTarget: { value } }) => setSought(value)} />
            </Field>
          </div>
          <ul className="roll screen-only" aria-label={t.roll}>
            {shown.map((entry) => (
              <Row
                key={entry.subscriptionId}
                entry={entry}
                present={presence.of(entry)}
                waits={presence.waits(entry.subscriptionId)}
                onMark={(is) => presence.mark(entry.subscriptionId, is)}
                score={open ? (typed[entry.subscriptionId] ?? '') : undefined}
                onScore={(value) => setTyped((before) => ({ ...before, [entry.subscriptionId]: value }))}
              />
            ))}
          </ul>
          {shown.length === 0 && <p className="meta screen-only">{t.nobodyFound}</p>}
          <Sheet slot={slot} roll={roll} />
        </>
      )}
    </Content>
  );
}

type RowProps = {
  entry: RollEntry;
  present: boolean | null;
  waits: boolean;
  onMark: (present: boolean) => void;
  /** Undefined while no scores are being entered. */
  score: string | undefined;
  onScore: (value: string) => void;
};

/** One candidate: name, attendance, and the score while scores are being entered. */
function Row({ entry, present, waits, onMark, score, onScore }: RowProps) {
  const { name, document, hasNeeds, accessibility, state, subscriptionId } = entry;
  const isOver = state !== 'booked';
  const wrong = score !== undefined && score.trim() !== '' && typedScore(score) === undefined;
  return (
    <li className="roll__row">
      <div className="roll__who">
        <b>{name}</b>
        <span className="meta">
          {subscriptionId} · {maskedDocument(document)}
        </span>
        {hasNeeds && <Mark kind="warning">{t.need}</Mark>}
        {accessibility && (
          <span className="meta">
            {accessibility.granted ??
              [...accessibility.kinds, accessibility.notes].filter(Boolean).join(' · ')}
          </span>
        )}
        {waits && <span className="meta">{t.waits}</span>}
      </div>
      {isOver ? (
        <Mark kind="plain">{t.results[state]}</Mark>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed, as filters are
        <div className="roll__marks" role="group" aria-label={t.presenceOf(inAttribute(name))}>
          <Button
            kind={present === true ? 'primary' : 'outline'}
            aria-pressed={present === true}
            onClick={() => onMark(true)}
          >
            {t.present}
          </Button>
          <Button
            kind={present === false ? 'primary' : 'outline'}
            aria-pressed={present === false}
            onClick={() => onMark(false)}
          >
            {t.absent}
          </Button>
        </div>
      )}
      {score !== undefined && !isOver && (
        <Field label={t.score} id={`nota-${subscriptionId}`} error={wrong ? t.scoreWrong : undefined}>
          <TextInput
            code
            inputMode="decimal"
            maxLength={7}
            autoComplete="off"
            aria-label={t.scoreOf(inAttribute(name))}
            value={score}
            onChange={({ currentTarget: { value } }) => onScore(value)}
          />
        </Field>
      )}
    </li>
  );
}

/** The printed sheet: names in order with a line for the signature, and nothing else of the page. */
const Sheet = ({ slot, roll }: { slot: Slot; roll: readonly RollEntry[] }) => (
  <section className="roll-sheet">
    <h2>
      {t.roll} · {slot.place} · {day(slot.at)} {hour(slot.at)}
    </h2>
    <table>
      <thead>
        <tr>
          <th scope="col">{t.rollColumns.number}</th>
          <th scope="col">{t.rollColumns.name}</th>
          <th scope="col">{t.rollColumns.document}</th>
          <th scope="col">{t.rollColumns.need}</th>
          <th scope="col">{t.rollColumns.signature}</th>
        </tr>
      </thead>
      <tbody>
        {roll.map(({ subscriptionId, name, document, hasNeeds }) => (
          <tr key={subscriptionId}>
            <td>{subscriptionId}</td>
            <th scope="row">{name}</th>
            <td>{maskedDocument(document)}</td>
            <td>{hasNeeds ? t.need : ''}</td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
