import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { WithName } from '@orbita/ui/with-name';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { At } from '../base/facts.tsx';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMe } from '../base/me.ts';
import { ForWhole } from '../base/not-allowed.tsx';
import { usePlaceName } from '../base/place.tsx';
import { useRows } from '../base/rows.ts';
import { day, exactly } from '../base/zone.ts';
import { scopeWords, tokenTexts as t } from '../texts/token.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { State } from '../ui/state.tsx';
import { FilterPills } from '../ui/table-parts.tsx';

const TokenDialog = lazy(() => import('./token-dialog.tsx'));

type Token = Answer<'GET /operations/tokens'>['data'][number];

const STATES = ['active', 'expired', 'revoked'] as const;
const looks = {
  active: { status: 'approved', icon: CheckCircleIcon },
  expired: { status: 'neutral', icon: ClockIcon },
  revoked: { status: 'rejected', icon: AlertIcon },
} as const;

/** Most permissions of a token shown in a row. */
const MOST_SCOPES = 3;

const wordOf = (scope: string): string =>
  (scopeWords as Readonly<Record<string, string | undefined>>)[scope] ?? t.old(scope);

function May({ token: { scopes, institutions } }: { token: Token }) {
  const placeName = usePlaceName();
  const shown = scopes.length > MOST_SCOPES ? scopes.slice(0, MOST_SCOPES - 1) : scopes;
  return (
    <>
      {shown.map((scope) => (
        <div key={scope}>{wordOf(scope)}</div>
      ))}
      {scopes.length > shown.length && (
        <div className="muted">{t.moreScopes(scopes.length - shown.length)}</div>
      )}
      <small>{institutions?.map(placeName).join(', ') ?? t.everywhere}</small>
    </>
  );
}

const columns: readonly Column<Token>[] = [
  { key: 'name', title: t.name, cell: ({ name }) => <span translate="no">{name}</span> },
  { key: 'may', title: t.may, className: 'line', cell: (token) => <May token={token} /> },
  {
    key: 'ends',
    title: t.ends,
    className: 'nowrap',
    inBlock: t.ends,
    cell: ({ expiresAt }) => (
      <time dateTime={expiresAt} title={exactly(expiresAt)}>
        {day(expiresAt)}
      </time>
    ),
  },
  {
    key: 'used',
    title: t.lastUsed,
    className: 'nowrap',
    inBlock: t.lastUsed,
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <At instant={lastUsedAt} /> : <span className="muted">{t.never}</span>,
  },
  {
    key: 'state',
    title: t.state,
    cell: ({ state }) => (
      <State status={looks[state].status} icon={looks[state].icon}>
        {t.states[state]}
      </State>
    ),
  },
];

/** E-13 `/tokens`: access for other systems (spec 25.16). */
export default function TokenListPage() {
  return useMe().parts.tokens === 'all' ? <Tokens /> : <ForWhole title={t.loadingTitle} />;
}

function Tokens() {
  const client = useQueryClient();
  const { values, set } = useFilters(['situacao']);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const [asked, setAsked] = useState<Approval>();
  const [said, setSaid] = useState('');
  const state = STATES.find((one) => one === values.situacao);
  const [round, setRound] = useState(0);
  const { table, total } = useRows('GET /operations/tokens', {
    name: ['tokens'],
    query: { ...(state ? { state } : {}) },
    idOf: ({ id }) => String(id),
    round: round,
  });
  const renew = async () => {
    await client.invalidateQueries({ queryKey: ['tokens'] });
    setRound((before) => before + 1);
  };
  return (
    <Content>
      <Head
        title={total && !state ? t.title(total) : t.loadingTitle}
        lead={t.lead}
        actions={<Button onClick={() => setCreating(true)}>{t.create}</Button>}
      />
      {said && <AnnouncedNotice key={said} kind="success" title={said} />}
      <div role="status">{asked && <Asked approval={asked} />}</div>
      <div className="filters">
        <FilterPills
          legend={t.state}
          value={state ?? ''}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.all },
            ...STATES.map((one) => ({ value: one, label: t.states[one] })),
          ]}
        />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        actsOf={(token) =>
          token.state === 'active' && (
            <Button
              kind="outline"
              small
              aria-label={`${t.revoke}: ${token.name}`}
              onClick={() => setRevoked(token)}
            >
              {t.revoke}
            </Button>
          )
        }
        marksOf={(token) => ({ decided: token.state === 'active' ? undefined : t.states[token.state] })}
        empty={
          state ? (
            <NoHits onClear={() => set({ situacao: '' })} />
          ) : (
            <Empty mark="file" title={t.empty} text={t.emptyHelp} />
          )
        }
      />
      {creating && (
        <Suspense>
          <TokenDialog
            onClose={() => setCreating(false)}
            onDone={(name, waits) => {
              setCreating(false);
              setAsked(waits);
              setSaid(waits ? '' : t.created(name));
              void renew();
            }}
          />
        </Suspense>
      )}
      {revoked && (
        <RevokeDialog
          token={revoked}
          onClose={() => setRevoked(undefined)}
          onDone={() => {
            setRevoked(undefined);
            setAsked(undefined);
            setSaid(t.revoked);
            void renew();
          }}
        />
      )}
    </Content>
  );
}

type RevokeProps = { token: Token; onClose: () => void; onDone: () => void };

function RevokeDialog({ token, onClose, onDone }: RevokeProps) {
  return (
    <Confirm
      title={t.revokeTitle}
      yes={t.revoke}
      busy={t.revoking}
      run={() => call('DELETE /operations/tokens/{id}', { params: { id: token.id } })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <WithName text={t.revokeHelp} name={token.name} />
      </p>
    </Confirm>
  );
}
