import { hexColour } from '@orbita/domain/tenancy';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Anchor } from '@orbita/ui/link';
import { Segmented } from '@orbita/ui/segmented';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { useFilters } from '../base/list.ts';
import { useMe } from '../base/me.ts';
import { brandTexts as t } from '../texts/brand.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { BrandPreview, type View } from './brand-preview.tsx';
import { ContrastTable } from './contrast-table.tsx';
import { dataOf, type Part, type Picked, PictureField, pictureOf } from './picture-field.tsx';
import { type Entry, rowsOf, useEntries, useEntry } from './queries.ts';
import { SavePanel } from './save-panel.tsx';
import { SavedLine } from './saved-line.tsx';
import { useEdits } from './use-edits.ts';
import { useSample } from './use-sample.ts';
import { type Colours, verdictsOf } from './verdicts.ts';
import '../styles/catalogue.css';
import '../styles/brand.css';

const COLOURS = ['primary', 'secondary', 'link'] as const;
const PARTS = ['logoSmall', 'logoLarge', 'favicon'] as const;
type Theme = Colours & Record<Part, string>;

/** E-11 `/marca`: colours and pictures of a portal's host (spec 25.14). */
export default function BrandPage() {
  const { values, set } = useFilters(['endereco']);
  const hosts = useEntries('hosts', {});
  const rows = rowsOf(hosts.data?.pages);
  const host = rows?.find((one) => one.code === values.endereco)?.code ?? rows?.[0]?.code ?? '';
  const { data, error, refetch } = useEntry('hosts', host, host !== '');
  if (data && rows)
    return (
      <Form
        key={host}
        entry={data}
        hosts={rows.map(({ code }) => code)}
        onHost={(endereco) => set({ endereco })}
      />
    );
  const failure = hosts.error ?? error;
  return (
    <AwaitedItem
      id={rows?.length === 0 || isMissing(0, failure) ? Number.NaN : 0}
      title={t.title}
      error={failure}
      onRetry={() => (hosts.error ? hosts.refetch() : refetch())}
      texts={t}
      list="/catalogo"
    />
  );
}

/** Logos for the sample of the portal, if they differ from the saved ones. */
const logosOf = (shown: Theme, picked: Partial<Record<Part, Picked>>) =>
  Object.fromEntries(
    Object.entries(picked).flatMap(([part, one]) =>
      shown[part as Part] === one.path ? [[part, dataOf(one)]] : [],
    ),
  );

/** A picture of the catalogue as its host serves it; consoles on other hosts only show a newly picked one. */
const addressOf = (path: string): string => `/assets/${path}`;

/** Address of a host's portal, on the same port as this console. */
const portalOf = (host: string): string =>
  `${location.protocol}//${host}${location.port && `:${location.port}`}/orbita/candidate/`;

function Form({ entry, hosts, onHost }: { entry: Entry; hosts: string[]; onHost: (host: string) => void }) {
  const me = useMe();
  const where = me.parts['catalogue.brand'];
  const institution = entry.values.institution as string | null;
  const may = where === 'all' || (institution !== null && where?.includes(institution) === true);
  const theme = entry.values.theme as Theme;
  const [typed, setTyped] = useState<Partial<Theme>>({});
  const [picked, setPicked] = useState<Partial<Record<Part, Picked>>>({});
  const [refused, setRefused] = useState<Part>();
  const [view, setView] = useState<View>('portal');
  const changed = Object.entries(typed).filter(([name, value]) => value !== theme[name as Part]);
  const files = Object.fromEntries(
    Object.entries(picked).flatMap(([part, one]) =>
      typed[part as Part] === one.path ? [[one.path, one.content] as const] : [],
    ),
  );
  const discard = () => {
    setTyped({});
    setPicked({});
    setRefused(undefined);
  };
  const form = useEdits(`brand ${entry.code}`, {
    edits:
      changed.length > 0
        ? [{ kind: 'hosts', code: entry.code, set: { theme: Object.fromEntries(changed) } }]
        : [],
    ...(Object.keys(files).length > 0 ? { files } : {}),
    version: entry.version,
    discard,
  });
  const errors = new Map(
    (form.save.plan?.errors ?? []).map(({ field, message }) => [field.split('.').at(-1) ?? '', message]),
  );
  const shown = { ...theme, ...typed };
  const colours: Colours = {
    primary: hexColour(shown.primary, theme.primary),
    secondary: hexColour(shown.secondary, theme.secondary),
    link: hexColour(shown.link, theme.link),
  };
  const urlOf = (part: Part): string | undefined =>
    shown[part] === '' ? undefined : (picked[part]?.url ?? addressOf(shown[part]));
  const openSample = useSample(portalOf(entry.code), {
    ...colours,
    ...logosOf(shown, picked),
  });
  const adjusted = verdictsOf(colours).some(({ pair, adjusted: is }) => pair === 'button' && is);
  const name =
    me.institutions.find(({ code }) => code === institution)?.name ?? me.institutions[0]?.name ?? '';
  const pick = (part: Part, file: File) => {
    void pictureOf(part, entry.code, file).then((picture) => {
      setRefused(picture ? undefined : part);
      if (!picture) return;
      setPicked((old) => ({ ...old, [part]: picture }));
      setTyped((old) => ({ ...old, [part]: picture.path }));
    });
  };
  return (
    <Content>
      <Head title={adjusted ? t.adjusted : t.passes} lead={t.lead} />
      <SavedLine of={form} />
      <div className="brand">
        <div className="brand__fields">
          {hosts.length > 1 && (
            <Field label={t.host}>
              <Select
                options={hosts.map((value) => ({ value, label: value }))}
                {...typing(entry.code, onHost)}
              />
            </Field>
          )}
          {COLOURS.map((part) => {
            const [label, hint] = t.colours[part];
            const set = (value: string) => setTyped((old) => ({ ...old, [part]: value }));
            return (
              <div className="brand-colour" key={part}>
                <input
                  type="color"
                  aria-label={t.pick(label)}
                  disabled={!may}
                  {...typing(colours[part], set)}
                />
                <Field label={label} hint={hint} error={errors.get(part)}>
                  <TextInput
                    code
                    value={shown[part]}
                    maxLength={7}
                    disabled={!may}
                    onChange={({ currentTarget }) => set(currentTarget.value.trim())}
                  />
                </Field>
              </div>
            );
          })}
          {PARTS.map((part) => (
            <PictureField
              key={part}
              part={part}
              url={urlOf(part)}
              error={errors.get(part) ?? (refused === part ? t.pictures[part][1] : undefined)}
              disabled={!may}
              onPick={(file) => pick(part, file)}
              onRemove={() => setTyped((old) => ({ ...old, [part]: '' }))}
            />
          ))}
          {may && <SavePanel of={form.save} onDiscard={discard} onReload={form.reload} />}
        </div>
        <div className="stack">
          <Section
            title={t.preview}
            aside={
              <span className="row">
                <Button small kind="outline" onClick={openSample}>
                  {t.openSample}
                </Button>
                <Anchor href={portalOf(entry.code)}>{t.open}</Anchor>
              </span>
            }
          >
            <Segmented
              legend={t.preview}
              value={view}
              options={Object.entries(t.views).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => setView(currentTarget.value as View)}
            />
            <BrandPreview colours={colours} view={view} name={name} logo={urlOf('logoSmall')} />
          </Section>
          <Section title={t.contrast} aside={<span className="muted">{t.least}</span>}>
            <ContrastTable colours={colours} />
          </Section>
        </div>
      </div>
    </Content>
  );
}
