import { Choice } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Anchor } from '@orbita/ui/link';
import { Select } from '@orbita/ui/select';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { holdsFor, useMay, useMe } from '../base/me.ts';
import { institutionTexts as t } from '../texts/institution.ts';
import { settingTexts } from '../texts/setting.ts';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { Accounts } from '../work/accounts.tsx';
import { type Entry, pathOf, rowsOf, useEntries, useEntry } from './queries.ts';
import { SavePanel } from './save-panel.tsx';
import { SavedLine } from './saved-line.tsx';
import {
  draftOfSettings,
  editsOf,
  isGroup,
  nameOf,
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingDraft,
  settingOfError,
  usualOf,
} from './settings.ts';
import { useEdits } from './use-edits.ts';
import '../styles/catalogue.css';

/** E-10 `/instituicao`: an institution's settings and their effects (spec 25.14). */
export default function InstitutionPage() {
  const me = useMe();
  const code = (useInstitution() ?? me.institutions[0])?.code ?? '';
  const institution = useEntry('institutions', code, code !== '');
  const tenantCode = rowsOf(useEntries('tenant', {}).data?.pages)?.[0]?.code ?? '';
  const tenant = useEntry('tenant', tenantCode, tenantCode !== '');
  const hosts = rowsOf(useEntries('hosts', { institution: code }, code !== '').data?.pages);
  const { values, set } = useFilters(['ver', 'endereco']);
  const address = (hosts ?? []).find((one) => one.code === values.endereco)?.code ?? hosts?.[0]?.code ?? '';
  const host = useEntry('hosts', address, address !== '');
  const error = institution.error ?? tenant.error ?? host.error;
  const waits = !institution.data || !tenant.data || !hosts || (address !== '' && !host.data);
  if (waits)
    return (
      <AwaitedItem
        id={code === '' || isMissing(0, error) ? Number.NaN : 0}
        title={t.fallbackTitle}
        error={error}
        onRetry={() => Promise.all([institution.refetch(), tenant.refetch()])}
        texts={t}
        list="/catalogo"
      />
    );
  return (
    <Form
      key={`${code} ${address}`}
      group={isGroup(values.ver) ? values.ver : 'identity'}
      onGroup={(ver) => set({ ver })}
      addresses={hosts.map((one) => one.code)}
      onAddress={(endereco) => set({ endereco })}
      institution={institution.data}
      tenant={tenant.data}
      host={host.data}
    />
  );
}

type FormProps = {
  group: (typeof SETTING_GROUPS)[number];
  onGroup: (group: string) => void;
  addresses: readonly string[];
  onAddress: (address: string) => void;
  institution: Entry;
  tenant: Entry;
  host: Entry | undefined;
};

const ALL: readonly Setting[] = SETTING_GROUPS.flatMap((group) => SETTINGS[group]);

function Form({ group, onGroup, addresses, onAddress, institution, tenant, host }: FormProps) {
  const me = useMe();
  const may = holdsFor(me, ['catalogue.apply'], institution.code);
  // Settings of all institutions, and of a shared host, may only be changed by people responsible for all.
  const mayAll = me.parts['catalogue.apply'] === 'all';
  const supports = useMay()('catalogue.read');
  const [typed, setTyped] = useState<SettingDraft>({});
  const entries = {
    institutions: institution.values,
    tenant: tenant.values,
    ...(host ? { hosts: host.values } : {}),
  };
  const before = draftOfSettings(ALL, entries);
  const codes = {
    institutions: institution.code,
    tenant: tenant.code,
    ...(host ? { hosts: host.code } : {}),
  };
  const edits = editsOf(ALL, typed, entries, codes);
  const form = useEdits(`institution ${institution.code}`, {
    edits,
    version: institution.version,
    discard: () => setTyped({}),
  });
  const errors = new Map(
    (form.save.plan?.errors ?? []).map(({ field, message }) => [settingOfError(field, edits), message]),
  );
  const shared = host?.values.institution === null;
  const mayEdit = ({ place }: Setting) =>
    place === 'institutions' ? may : place === 'tenant' ? mayAll : shared ? mayAll : may;
  const shown = SETTINGS[group].filter(({ place }) => place !== 'hosts' || host);
  return (
    <Content split>
      <Head title={t.title(String(institution.values.name))} lead={may ? t.lead : t.readOnly} />
      <div className="stack">
        <FilterPills
          legend={t.legend}
          value={group}
          onChange={onGroup}
          options={SETTING_GROUPS.map((value) => ({ value, label: t.groups[value] }))}
        />
        <SavedLine of={form} />
        {group === 'application' && addresses.length > 1 && host && (
          <Field label={t.address}>
            <Select
              options={addresses.map((value) => ({ value, label: value }))}
              {...typing(host.code, onAddress)}
            />
          </Field>
        )}
        <div className="entry-fields">
          {shown.map((one) => (
            <OneSetting
              key={nameOf(one)}
              setting={one}
              value={typed[nameOf(one)] ?? before[nameOf(one)] ?? ''}
              error={errors.get(nameOf(one))}
              disabled={!mayEdit(one)}
              onChange={(value) => setTyped((old) => ({ ...old, [nameOf(one)]: value }))}
            />
          ))}
        </div>
        <Beside group={group} institution={institution.code} supports={supports} mayApply={mayAll} />
      </div>
      {may && (
        <aside className="aside">
          <SavePanel of={form.save} onDiscard={() => setTyped({})} onReload={form.reload} />
        </aside>
      )}
    </Content>
  );
}

type BesideProps = { group: string; institution: string; supports: boolean; mayApply: boolean };
/** Related content of a group that has its own page. */
const Beside = ({ group, institution, supports, mayApply }: BesideProps) => (
  <>
    {group === 'identity' && (
      <p>
        <Anchor href="/marca">{t.brand}</Anchor>
      </p>
    )}
    {group === 'privacy' && supports && (
      <p>
        <Anchor href={pathOf('support', institution)}>{t.support}</Anchor>
      </p>
    )}
    {group === 'mail' && (
      <p>
        <Anchor href="/mensagens/textos">{t.messages}</Anchor>
      </p>
    )}
    {group === 'payment' && <Accounts institution={institution} />}
    {(group === 'payment' || group === 'essay') && (
      <p className="muted">
        {t.byFile} {mayApply && <Anchor href="/catalogo/arquivos">{t.upload}</Anchor>}
      </p>
    )}
  </>
);

type SettingProps = {
  setting: Setting;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
};

const whereText = ({ place }: Setting): string =>
  place === 'tenant' ? ` ${t.ofTenant}` : place === 'hosts' ? ` ${t.ofHost}` : '';

function OneSetting({ setting, value, error, disabled, onChange }: SettingProps) {
  const { label, effect, input, options = [] } = setting;
  const set = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  if (input === 'flag')
    return (
      <Choice
        several
        title={label}
        note={`${effect}${whereText(setting)}`}
        checked={value === 'true'}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  const usual = usualOf(setting);
  const chosen = input === 'tri' || input === 'choice';
  const inherits = setting.path.startsWith('parameters.');
  const hint = `${effect}${whereText(setting)}${usual && !chosen ? ` ${t.usual(usual)}` : ''}`;
  return (
    <Field label={label} hint={hint} error={error}>
      {chosen ? (
        <Select
          value={value}
          disabled={disabled}
          options={[
            ...(inherits ? [{ value: '', label: t.usualChoice(usual) }] : []),
            ...(input === 'tri' ? ['true', 'false'] : options).map((option) => ({
              value: option,
              label: settingTexts.options[option] ?? option,
            })),
          ]}
          onChange={set}
        />
      ) : input === 'lines' ? (
        <TextArea value={value} rows={3} disabled={disabled} onChange={set} />
      ) : (
        <TextInput
          value={value}
          disabled={disabled}
          onChange={set}
          inputMode={input === 'number' || input === 'money' ? 'decimal' : undefined}
        />
      )}
    </Field>
  );
}
