import { ButtonLink } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { WithName } from '@orbita/ui/with-name';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { Asked } from '../approval/asked.tsx';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { type Me, useMay, useMe } from '../base/me.ts';
import { useScreenTitle } from '../base/title.ts';
import { when } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { EntryFields } from './entry-fields.tsx';
import { type Draft, draftOf, fieldOfError, fieldsOf, setOf } from './form.ts';
import {
  type Entry,
  isListed,
  type Listed,
  pathOf,
  rowsOf,
  useEntries,
  useEntry,
  type Wish,
} from './queries.ts';
import { SavedNotice, SavePanel } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';
import '../styles/catalogue.css';

/** E-10 `/catalogo/{kind}/{code}`: the frequently changed fields of an entry (spec 25.14). */
export default function EntryPage() {
  const { kind, code = '' } = useParams();
  const known = isListed(kind);
  const listed: Listed = known ? kind : 'offers';
  const { data, error, refetch } = useEntry(listed, code, known);
  useScreenTitle(`${t.of[listed]} ${code}`);
  const missing = !known || isMissing(0, error);
  if (data && !missing)
    return <Form key={`${listed} ${code}`} kind={listed} entry={data} reload={() => void refetch()} />;
  return (
    <AwaitedItem
      id={missing ? Number.NaN : 0}
      title={t.loadingTitle}
      error={error}
      onRetry={() => refetch()}
      texts={t}
      list="/catalogo"
    />
  );
}

const NAMES = ['name', 'title', 'code'];
const placeOf = (all: Me['institutions'], wanted: unknown): string | undefined =>
  all.find(({ code }) => code === wanted)?.name;

function Form({ kind, entry, reload }: { kind: Listed; entry: Entry; reload: () => void }) {
  const may = useMay()('catalogue.everyday');
  const client = useQueryClient();
  const { values, names, version, taken, changed, code } = entry;
  const fields = useMemo(() => fieldsOf(kind, values, names), [kind, values, names]);
  const before = useMemo(() => draftOf(fields, values), [fields, values]);
  const [draft, setDraft] = useState<Draft>({});
  const [seen, setSeen] = useState(version);
  const [saved, setSaved] = useState<Saved>();
  const shown = { ...before, ...draft };
  const set = setOf(kind, fields, shown, values);
  const dirty = Object.keys(set).length > 0;
  const settle = () => {
    setDraft({});
    setSeen(version);
  };
  // The version the person started from counts, not one read since.
  const expectedVersion = dirty ? seen : version;
  const wish: Wish | undefined = dirty
    ? { expectedVersion, edits: [{ kind, code, set: { ...set } }] }
    : undefined;
  const key = JSON.stringify(wish);
  const steady = useMemo(() => (key ? (JSON.parse(key) as Wish) : undefined), [key]);
  const save = useSave(`${kind} ${code}`, steady, (done) => {
    setSaved(done);
    settle();
    reload();
  });
  const undo = useSave(
    `undo ${saved?.plan?.version ?? 0}`,
    useMemo(
      () => (saved?.plan ? { expectedVersion: saved.plan.version, undo: saved.plan.version } : undefined),
      [saved],
    ),
    (done) => {
      setSaved(done.waits ? done : undefined);
      reload();
    },
  );
  const errors = Object.fromEntries(
    (save.plan?.errors ?? []).map(({ field, message }) => [fieldOfError(field, values), message]),
  );
  const { institutions } = useMe();
  const place = kind === 'intakes' && institutions.length > 1 && placeOf(institutions, values.institution);
  const title = NAMES.map((name) => values[name]).find((one) => typeof one === 'string' && one !== '');
  return (
    <Content split>
      <Head
        title={<span translate="no">{[title ?? code, place].filter(Boolean).join(' · ')}</span>}
        lead={
          <>
            {t.of[kind]} <code translate="no">{code}</code>
            {'. '}
            {changed ? (
              <WithName text={(by) => t.changed(by, when(changed.at), changed.version)} name={changed.by} />
            ) : (
              t.never
            )}
          </>
        }
        actions={
          kind === 'intakes' &&
          may && (
            <ButtonLink
              kind="outline"
              href={`/catalogo/copiar/${encodeURIComponent(code.replaceAll('/', '~'))}`}
            >
              {t.copy}
            </ButtonLink>
          )
        }
      />
      <div className="stack">
        <div role="status">
          <SavedNotice saved={saved} undo={undo.save} busy={undo.isPending} />
          {saved?.waits && <Asked approval={saved.waits} />}
        </div>
        <EntryFields
          fields={fields}
          draft={shown}
          before={before}
          errors={errors}
          taken={taken}
          onChange={(name, value) => {
            if (!dirty) setSeen(version);
            setDraft((old) => ({ ...old, [name]: value }));
          }}
        />
        {kind === 'offers' && (
          <p>
            <Anchor href={pathOf('intakes', `${values.institution}/${values.intake}`)}>
              {t.of.intakes} {String(values.intake)}
            </Anchor>
          </p>
        )}
        {kind === 'offers' && <OfOffer offer={code} may={may} />}
        {kind === 'intakes' && (
          <Related
            title={t.offersOf}
            kind="offers"
            within={{ institution: String(values.institution), intake: String(values.code) }}
          />
        )}
      </div>
      {may && (
        <aside className="aside">
          <SavePanel
            of={save}
            onDiscard={settle}
            onReload={() => {
              save.settle();
              settle();
              void client.invalidateQueries({ queryKey: ['catalogue'] });
            }}
          />
        </aside>
      )}
    </Content>
  );
}

function OfOffer({ offer, may }: { offer: string; may: boolean }) {
  return (
    <>
      <Related title={t.kinds.prices} kind="prices" within={{ offer }} />
      {(['classes', 'schedules'] as const).map((kind) => (
        <Related
          key={kind}
          title={t.kinds[kind]}
          kind={kind}
          within={{ offer }}
          {...(may ? { create: `/catalogo/novo/${kind}?oferta=${encodeURIComponent(offer)}` } : {})}
        />
      ))}
    </>
  );
}

type RelatedProps = {
  title: string;
  kind: Listed;
  within: { offer?: string; institution?: string; intake?: string };
  create?: string;
};
/** Entries that belong to this one, each linked to its own page. */
function Related({ title, kind, within, create }: RelatedProps) {
  const { data } = useEntries(kind, within);
  const rows = rowsOf(data?.pages) ?? [];
  return (
    <Section
      title={title}
      aside={
        create && (
          <ButtonLink small kind="outline" href={create}>
            {t.create[kind as keyof typeof t.create]}
          </ButtonLink>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="muted">{t.copyPage.nothingHere}</p>
      ) : (
        <ul className="rows rows--plain">
          {rows.map((row) => (
            <li key={row.code}>
              <Anchor className="rows__link" href={pathOf(kind, row.code)}>
                {row.title}
              </Anchor>
              <span className="muted">{row.total !== null && `${row.taken ?? 0} / ${row.total}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
