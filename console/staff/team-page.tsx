import { ROLES, type Role, roles } from '@orbita/domain/staff';
import { LEADERS } from '@orbita/domain/work';
import type { QueryInput } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import { SearchInput } from '@orbita/ui/search-input';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { At } from '../base/facts.tsx';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { usePlaceName } from '../base/place.tsx';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { teamTexts as t } from '../texts/team.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { grantText } from './grant-text.ts';
import { type StaffMember, StaffState } from './state.tsx';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

const STATES = ['active', 'invited', 'disabled'] as const;

/** Most roles shown in a row; the person's own page has the rest. */
const MOST_GRANTS = 3;

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', title: t.name, cell: ({ name }) => <span translate="no">{name}</span> },
  { key: 'roles', title: t.roles, className: 'line', cell: (person) => <Grants grants={person.grants} /> },
  {
    key: 'seen',
    title: t.lastSeen,
    className: 'nowrap',
    inBlock: t.lastSeen,
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <At instant={lastSeenAt} /> : <span className="muted">{t.never}</span>,
  },
  { key: 'state', title: t.state, cell: ({ state }) => <StaffState state={state} /> },
];

function Grants({ grants }: { grants: StaffMember['grants'] }) {
  const nameOf = usePlaceName();
  if (grants.length === 0) return <span className="muted">{t.noGrant}</span>;
  const shown = grants.length > MOST_GRANTS ? grants.slice(0, MOST_GRANTS - 1) : grants;
  return (
    <>
      {shown.map((grant) => (
        <div key={grantText(grant, t.everywhere, String) + grant.source}>
          {grantText(grant, t.everywhere, nameOf)}
          {grant.source === 'idp' && <small>{t.fromIdp}</small>}
        </div>
      ))}
      {grants.length > shown.length && (
        <div className="muted">{t.moreGrants(grants.length - shown.length)}</div>
      )}
    </>
  );
}

/** E-13 `/equipe`: the members of the team (spec 25.16). */
export default function TeamPage() {
  const may = useMay();
  const client = useQueryClient();
  const { values, set } = useFilters(['situacao', 'funcao']);
  const [typed, setTyped] = useState('');
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState('');
  const [asked, setAsked] = useState<Approval>();
  const q = useDeferredValue(typed.trim());
  const query: QueryInput<'GET /operations/staff'> = {
    ...(values.situacao ? { state: values.situacao as StaffMember['state'] } : {}),
    ...(values.funcao ? { role: values.funcao as Role } : {}),
    ...(q ? { q } : {}),
  };
  const [round, setRound] = useState(0);
  const { table, total } = useRows('GET /operations/staff', {
    name: ['staff', 'list'],
    query,
    idOf: ({ staffId }) => String(staffId),
    renews: true,
    round: round,
  });
  const filtered = Object.keys(query).length > 0;
  const clear = () => {
    setTyped('');
    set({ situacao: '', funcao: '' });
  };
  const done = async (name: string, waits: Approval | undefined) => {
    setInviting(false);
    setInvited(waits ? '' : name);
    setAsked(waits);
    await client.invalidateQueries({ queryKey: ['staff', 'list'] });
    setRound((before) => before + 1);
  };
  return (
    <Content>
      <Head
        title={total && !filtered ? t.title(total) : t.loadingTitle}
        lead={t.lead}
        actions={
          <>
            <ButtonLink kind="outline" href="/equipe/funcoes">
              {t.rolesPage}
            </ButtonLink>
            {may(...LEADERS) && (
              <ButtonLink kind="outline" href="/grupos">
                {t.groupsPage}
              </ButtonLink>
            )}
            {may('staff.manage') && <Button onClick={() => setInviting(true)}>{t.invite}</Button>}
          </>
        }
      />
      <div role="status">
        {invited && <Notice kind="success" title={<WithName text={t.invited} name={invited} />} />}
        {asked && <Asked approval={asked} />}
      </div>
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={values.situacao}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.all },
            ...STATES.map((state) => ({ value: state, label: t.states[state] })),
          ]}
        />
        <Select
          aria-label={t.role}
          value={values.funcao}
          placeholder={t.anyRole}
          options={ROLES.map((role) => ({ value: role, label: roles[role].label }))}
          onChange={(event) => set({ funcao: event.currentTarget.value })}
        />
        <SavedFilters values={values} />
        <div className="find">
          <SearchInput aria-label={t.find} placeholder={t.find} {...typing(typed, setTyped)} />
        </div>
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ staffId }) => `/equipe/${staffId}`}
        detailOf={({ email }) => email}
        marksOf={({ state }) => ({ decided: state === 'disabled' ? t.states.disabled : undefined })}
        empty={
          filtered ? <NoHits onClear={clear} /> : <Empty mark="mail" title={t.empty} text={t.emptyHelp} />
        }
      />
      {inviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} onDone={(name, waits) => void done(name, waits)} />
        </Suspense>
      )}
    </Content>
  );
}
