import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { useGo } from '../base/institution.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { Content, Head } from '../ui/page.tsx';
import { EntryFields } from './entry-fields.tsx';
import { type Draft, draftOf, fieldOfError, fieldsOf, setOf } from './form.ts';
import { pathOf, useEntries, useEntry, type Wish } from './queries.ts';
import { SavePanel, Waiting } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';
import '../styles/catalogue.css';

const MADE = ['vouchers', 'schedules', 'classes'] as const;
type Made = (typeof MADE)[number];

/** Fields of a new entry that are something before anybody typed. */
const FRESH: Record<Made, Readonly<Record<string, unknown>>> = {
  vouchers: { percent: null, amount: null, appliesTo: 'first' },
  schedules: {},
  classes: { shift: 'noite', weekdays: '' },
};

/** E-10 `/catalogo/novo/{kind}`: a voucher, or a slot or class of an offer (spec 25.14). */
export default function NewPage() {
  const { kind } = useParams();
  const made = MADE.find((one) => one === kind);
  const offer = useSearchParams()[0].get('oferta') ?? '';
  const ofOffer = made !== undefined && made !== 'vouchers';
  const parent = useEntry('offers', offer, ofOffer && offer !== '');
  // A list tells the version that stands, for a voucher as well.
  const any = useEntries('intakes', {}, made === 'vouchers');
  const first = any.data?.pages[0]?.data[0]?.code.replaceAll('/', '~') ?? '';
  const intake = useEntry('intakes', first, made === 'vouchers' && first !== '');
  const known = ofOffer ? parent : intake;
  const { data, error, refetch } = known;
  if (made && data)
    return (
      <Form kind={made} offer={offer} version={data.version} courses={ofOffer ? data.values.courses : []} />
    );
  return (
    <AwaitedItem
      id={made && (made === 'vouchers' || offer) ? 0 : Number.NaN}
      title={t.loadingTitle}
      error={error}
      onRetry={() => void refetch()}
      texts={t}
      list="/catalogo"
    />
  );
}

type Course = { poles: { pole: string }[] };

function Form({
  kind,
  offer,
  version,
  courses,
}: {
  kind: Made;
  offer: string;
  version: number;
  courses: unknown;
}) {
  const go = useGo();
  const poles = [...new Set((courses as Course[]).flatMap((course) => course.poles.map(({ pole }) => pole)))];
  const values = FRESH[kind];
  const fields = useMemo(() => fieldsOf(kind, values), [kind, values]);
  const before = useMemo(() => draftOf(fields, values), [fields, values]);
  const [draft, setDraft] = useState<Draft>({});
  const [code, setCode] = useState('');
  const [pole, setPole] = useState(poles[0] ?? '');
  const [saved, setSaved] = useState<Saved>();
  const shown = { ...before, ...draft };
  const set = { ...values, ...setOf(kind, fields, shown, values), code, ...(offer ? { offer, pole } : {}) };
  const ready = code.trim() !== '' && Object.keys(draft).length > 0;
  const own = offer ? `${offer}/${code.trim()}` : code.trim();
  const key = ready
    ? JSON.stringify({ expectedVersion: version, edits: [{ kind, code: own, create: true, set }] })
    : undefined;
  const wish = useMemo(() => (key ? (JSON.parse(key) as Wish) : undefined), [key]);
  const save = useSave(`new ${kind}`, wish, (done) => (done.waits ? setSaved(done) : go(pathOf(kind, own))));
  const errors = Object.fromEntries(
    (save.plan?.errors ?? []).map(({ field, message }) => [fieldOfError(field, values), message]),
  );
  const head = <Head title={t.create[kind]} lead={offer && `${t.of.offers} ${offer}`} />;
  // What was asked for is asked for once.
  if (saved?.waits) return <Waiting head={head} approval={saved.waits} />;
  return (
    <Content split>
      {head}
      <div className="stack">
        <div className="entry-fields">
          <Field label={t.code}>
            <TextInput value={code} onChange={({ currentTarget }) => setCode(currentTarget.value)} />
          </Field>
          {offer && (
            <Field label={t.fields.pole}>
              <Select
                value={pole}
                options={poles.map((one) => ({ value: one, label: one }))}
                onChange={({ currentTarget }) => setPole(currentTarget.value)}
              />
            </Field>
          )}
        </div>
        <EntryFields
          fields={fields}
          draft={shown}
          before={before}
          errors={errors}
          onChange={(name, value) => setDraft((old) => ({ ...old, [name]: value }))}
        />
      </div>
      <aside className="aside">
        <SavePanel of={save} onDiscard={() => setDraft({})} onReload={save.settle} />
      </aside>
    </Content>
  );
}
