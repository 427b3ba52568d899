import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { numberOf } from '../base/amount.ts';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { useGo, useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { offerTexts as t } from '../texts/offer.ts';
import { Content, Head } from '../ui/page.tsx';
import { CityField } from './city-field.tsx';
import {
  INGRESSES,
  MODALITIES,
  OFFER_FIELDS,
  type OfferDraft,
  type OfferField,
  offerEdits,
  standingIn,
} from './offer-template.ts';
import { pathOf, useEntry, type Wish } from './queries.ts';
import { SavePanel, Waiting } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';
import '../styles/catalogue.css';

const TEXTS = import.meta.glob('../../catalogue/exemplo/contrato.html', { query: '?raw', import: 'default' });

const EMPTY = Object.fromEntries(OFFER_FIELDS.map((name) => [name, ''])) as Record<OfferField, string>;
const FRESH: OfferDraft = { ...EMPTY, modality: 'Presencial', ingress: 'online-essay' };
const DAYS: readonly OfferField[] = ['start', 'end', 'classStart'];
const NUMBERS: readonly OfferField[] = ['vacancies', 'installments', 'value'];
/** Form fields by the last part of the error's path. */
const SPOTS: Readonly<Record<string, OfferField>> = { name: 'course', description: 'pole', code: 'intake' };

/** E-10 `/catalogo/nova-oferta`: a first offer with everything it depends on, from the template (spec 25.14). */
export default function OfferPage() {
  const me = useMe();
  const institution = (useInstitution() ?? me.institutions[0])?.code ?? '';
  const entry = useEntry('institutions', institution, institution !== '');
  const text = useQuery({
    queryKey: ['catalogue', 'contract-template'],
    queryFn: async () => (await Object.values(TEXTS)[0]?.()) ?? '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (entry.data && text.data)
    return <Form institution={institution} version={entry.data.version} contract={text.data} />;
  return (
    <AwaitedItem
      id={institution === '' ? Number.NaN : 0}
      title={t.title}
      error={entry.error ?? text.error}
      onRetry={() => (entry.error ? entry.refetch() : text.refetch())}
      texts={t}
      list="/catalogo"
    />
  );
}

type FormProps = { institution: string; version: number; contract: string };

function Form({ institution, version, contract }: FormProps) {
  const go = useGo();
  const [draft, setDraft] = useState(FRESH);
  const [standing, setStanding] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<Saved>();
  const ready = (['course', 'pole', 'intake'] as const).every((name) => draft[name].trim() !== '');
  const edits = useMemo(
    () => offerEdits(draft, { institution, contract }, standing),
    [draft, institution, contract, standing],
  );
  const wish: Wish | undefined = useMemo(
    () => (ready ? { expectedVersion: version, edits } : undefined),
    [ready, version, edits],
  );
  const offer = edits.find(({ kind }) => kind === 'offers')?.code ?? '';
  const save = useSave('new offer', wish, (done) =>
    done.waits ? setSaved(done) : go(pathOf('offers', offer)),
  );
  const errors = save.plan?.errors ?? [];
  const there = standingIn(errors, edits).join('\n');
  // Existing entries, such as a place of another offer, are used unchanged.
  useEffect(() => {
    if (there) setStanding((before) => new Set([...before, ...there.split('\n')]));
  }, [there]);
  const errorOf = (name: OfferField): string | undefined =>
    (name === 'city' && draft.city !== '' && numberOf(draft.city) === undefined && t.cityOfList) ||
    errors.find(({ field }) => {
      const last = field.split('.').at(-1) ?? '';
      return (SPOTS[last] ?? last) === name;
    })?.message;
  // People responsible for several institutions must know for which one this is.
  const { institutions } = useMe();
  const place = institutions.length > 1 && institutions.find(({ code }) => code === institution)?.name;
  const head = <Head title={t.title} lead={place ? `${t.lead} ${t.of(place)}` : t.lead} />;
  if (saved?.waits) return <Waiting head={head} approval={saved.waits} />;
  return (
    <Content split>
      {head}
      <div className="stack">
        <div className="entry-fields">
          {OFFER_FIELDS.map((name) => {
            const [label, hint] = t.fields[name];
            const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
              setDraft((old) => ({ ...old, [name]: currentTarget.value }));
            return (
              <Field key={name} label={label} hint={hint || undefined} error={errorOf(name)}>
                {name === 'city' ? (
                  <CityField onChange={(city) => setDraft((old) => ({ ...old, city }))} />
                ) : name === 'modality' || name === 'ingress' ? (
                  <Select
                    value={draft[name]}
                    options={
                      name === 'modality'
                        ? MODALITIES.map((value) => ({ value, label: value }))
                        : INGRESSES.map((value) => ({ value, label: t.ingressNames[value] }))
                    }
                    onChange={set}
                  />
                ) : (
                  <TextInput
                    type={DAYS.includes(name) ? 'date' : 'text'}
                    inputMode={NUMBERS.includes(name) ? 'decimal' : undefined}
                    value={draft[name]}
                    onChange={set}
                  />
                )}
              </Field>
            );
          })}
        </div>
        <details className="plan__more">
          <summary>{t.contract}</summary>
          <p className="muted">{t.contractHelp}</p>
          <p className="letter letter__text">{contract.replace(/<[^<>]*>/g, ' ')}</p>
        </details>
      </div>
      <aside className="aside">
        <SavePanel of={save} onDiscard={() => setDraft(FRESH)} onReload={save.settle} />
      </aside>
    </Content>
  );
}
