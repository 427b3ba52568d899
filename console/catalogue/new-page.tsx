import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { useGo, useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { Content, Head } from '../ui/page.tsx';
import { EntryFields } from './entry-fields.tsx';
import { type Draft, draftOf, fieldOfError, fieldsOf, setOf } from './form.ts';
import { pathOf, useEntry, type Wish } from './queries.ts';
import { SavePanel, Waiting } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';
import '../styles/catalogue.css';

const MADE = ['vouchers', 'schedules', 'classes', 'support'] as const;
type Made = (typeof MADE)[number];

/** Initial values of a new entry's fields. */
const FRESH: Record<Made, Readonly<Record<string, unknown>>> = {
  vouchers: { percent: null, amount: null, appliesTo: 'first' },
  schedules: {},
  classes: { shift: 'noite', weekdays: '' },
  support: {},
};

/** E-10 `/catalogo/novo/{kind}`: a new voucher, support contact, slot, or class of an offer (spec 25.14). */
export default function NewPage() {
  const { kind } = useParams();
  const made = MADE.find((one) => one === kind);
  const offer = useSearchParams()[0].get('oferta') ?? '';
  const me = useMe();
  const institution = (useInstitution() ?? me.institutions[0])?.code ?? '';
  const ofOffer = made === 'schedules' || made === 'classes';
  const parent = useEntry('offers', offer, ofOffer && offer !== '');
  // It provides the current version, and exists before any intake.
  const place = useEntry('institutions', institution, !ofOffer && institution !== '');
  const { data, error, refetch } = ofOffer ? parent : place;
  if (made && data)
    return (
      <Form
        kind={made}
        within={made === 'support' ? { institution } : ofOffer ? { offer } : {}}
        version={data.version}
        courses={ofOffer ? data.values.courses : []}
      />
    );
  return (
    <AwaitedItem
      id={made && (ofOffer ? offer : institution) ? 0 : Number.NaN}
      title={t.loadingTitle}
      error={error}
      onRetry={() => refetch()}
      texts={t}
      list="/catalogo"
    />
  );
}

type Course = { poles: { pole: string }[] };

type FormProps = {
  kind: Made;
  /** The entry's parent. */
  within: { offer?: string; institution?: string };
  version: number;
  courses: unknown;
};

function Form({ kind, within, version, courses }: FormProps) {
  const go = useGo();
  const { offer = '', institution = '' } = within;
  const poles = [...new Set((courses as Course[]).flatMap((course) => course.poles.map(({ pole }) => pole)))];
  const values = FRESH[kind];
  const fields = useMemo(() => fieldsOf(kind, values), [kind, values]);
  const before = useMemo(() => draftOf(fields, values), [fields, values]);
  const [draft, setDraft] = useState<Draft>({});
  const [code, setCode] = useState('');
  const [pole, setPole] = useState(poles[0] ?? '');
  const [saved, setSaved] = useState<Saved>();
  const shown = { ...before, ...draft };
  // Each institution has one of these, so it needs no code of its own.
  const own = institution || (offer ? `${offer}/${code.trim()}` : code.trim());
  const named = institution ? within : { code, ...(offer ? { offer, pole } : {}) };
  const set = { ...values, ...setOf(kind, fields, shown, values), ...named };
  const ready = (institution || code.trim()) !== '' && Object.keys(draft).length > 0;
  const key = ready
    ? JSON.stringify({ expectedVersion: version, edits: [{ kind, code: own, create: true, set }] })
    : undefined;
  const wish = useMemo(() => (key ? (JSON.parse(key) as Wish) : undefined), [key]);
  const save = useSave(`new ${kind}`, wish, (done) => (done.waits ? setSaved(done) : go(pathOf(kind, own))));
  const errors = Object.fromEntries(
    (save.plan?.errors ?? []).map(({ field, message }) => [fieldOfError(field, values), message]),
  );
  const head = <Head title={t.create[kind]} lead={offer && `${t.of.offers} ${offer}`} />;
  // A request awaiting approval is made only once.
  if (saved?.waits) return <Waiting head={head} approval={saved.waits} />;
  return (
    <Content split>
      {head}
      <div className="stack">
        <div className="entry-fields">
          {!institution && (
            <Field label={t.code}>
              <TextInput {...typing(code, setCode)} />
            </Field>
          )}
          {offer && (
            <Field label={t.fields.pole}>
              <Select options={poles.map((one) => ({ value: one, label: one }))} {...typing(pole, setPole)} />
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
