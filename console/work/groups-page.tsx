import { LEADERS } from '@orbita/domain/work';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { inAttribute, type PersonName } from '@orbita/ui/person-name.ts';
import { WithName } from '@orbita/ui/with-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { useInstitution } from '../base/institution.ts';
import { holdsFor, useMe } from '../base/me.ts';
import { PlaceName } from '../base/place.tsx';
import { Failed } from '../base/states.tsx';
import { groupTexts as t } from '../texts/groups.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import type { Group } from './group-dialog.tsx';
import { forgetQueues } from './queues.ts';

const GroupDialog = lazy(() => import('./group-dialog.tsx'));

/** Most names shown in a row; the dialog lists all. */
const MOST_NAMES = 4;

function Members({ group: { members } }: { group: Group }) {
  const able = members.filter(({ counts }) => counts);
  const away = members.length - able.length;
  const shown = able.length > MOST_NAMES ? able.slice(0, MOST_NAMES - 1) : able;
  return (
    <>
      {able.length === 0 && <span className="muted">{t.nobody}</span>}
      {shown.map(({ staffId, name }) => (
        <div key={staffId} translate="no">
          {name}
        </div>
      ))}
      {able.length > shown.length && <div className="muted">{t.more(able.length - shown.length)}</div>}
      {away > 0 && <small>{t.away(away)}</small>}
    </>
  );
}

const NAME: Column<Group> = {
  key: 'name',
  title: t.name,
  cell: ({ name }) => <span translate="no">{name}</span>,
};
const PLACE: Column<Group> = {
  key: 'institution',
  title: t.institution,
  cell: ({ institutionCode }) => <PlaceName code={institutionCode} />,
};
const REST: readonly Column<Group>[] = [
  { key: 'members', title: t.members, className: 'line', cell: (group) => <Members group={group} /> },
  {
    key: 'assigned',
    title: t.assigned,
    className: 'nowrap',
    inBlock: t.assigned,
    cell: ({ assigned }) => t.items(assigned),
  },
];

type Said = { text: (name: PersonName) => string; name: string };

/** `/grupos`: groups of people that items are assigned to together (spec 25.4.5). */
export default function GroupsPage() {
  const me = useMe();
  const client = useQueryClient();
  const institution = useInstitution()?.code;
  const led = me.institutions.filter(({ code }) => holdsFor(me, LEADERS, code));
  const { data, error, refetch } = useQuery({
    queryKey: ['groups', institution ?? ''],
    queryFn: ({ signal }) => call('GET /operations/groups', { query: { institution }, signal }),
  });
  const [editing, setEditing] = useState<Group | 'new'>();
  const [ending, setEnding] = useState<Group>();
  const [said, setSaid] = useState<Said>();
  const sentence = said ? said.text(inAttribute(said.name)) : '';
  const groups = data?.data;
  const done = (one: Said) => {
    setEditing(undefined);
    setEnding(undefined);
    setSaid(one);
    void client.invalidateQueries({ queryKey: ['groups'] });
    forgetQueues();
  };
  const places = institution ? led.filter(({ code }) => code === institution) : led;
  const create: ReactNode = places.length > 0 && (
    <Button onClick={() => setEditing('new')}>{t.create}</Button>
  );
  return (
    <Content>
      <Head
        title={groups && groups.length > 0 ? t.title(groups.length) : t.loadingTitle}
        lead={t.lead}
        actions={groups && groups.length > 0 && create}
      />
      {said && (
        <AnnouncedNotice key={sentence} kind="success" title={<WithName {...said} />} says={sentence} />
      )}
      {error && !data ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <DataTable
          caption={t.caption}
          columns={[NAME, ...(places.length > 1 ? [PLACE] : []), ...REST]}
          rows={groups}
          idOf={({ id }) => String(id)}
          onOpen={setEditing}
          actsOf={(group) => (
            <span className="nowrap">
              <Button
                kind="quiet"
                small
                aria-label={t.changeFor(group.name)}
                onClick={() => setEditing(group)}
              >
                {t.change}
              </Button>
              <Button kind="quiet" small aria-label={t.endFor(group.name)} onClick={() => setEnding(group)}>
                {t.end}
              </Button>
            </span>
          )}
          empty={<Empty mark="question" title={t.empty} text={t.emptyHelp} action={create} />}
        />
      )}
      {editing && (
        <Suspense>
          <GroupDialog
            group={editing === 'new' ? undefined : editing}
            places={places}
            onClose={() => setEditing(undefined)}
            onDone={(name) => done({ text: editing === 'new' ? t.made : t.changed, name })}
          />
        </Suspense>
      )}
      {ending && (
        <EndDialog
          group={ending}
          onClose={() => setEnding(undefined)}
          onDone={() => done({ text: t.ended, name: ending.name })}
        />
      )}
    </Content>
  );
}

function EndDialog({ group, onClose, onDone }: { group: Group; onClose: () => void; onDone: () => void }) {
  return (
    <Confirm
      title={t.endTitle}
      yes={t.end}
      busy={t.ending}
      run={() => call('DELETE /operations/groups/{id}', { params: { id: group.id } })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <WithName text={t.endOf} name={group.name} />
      </p>
      <p>{t.endHelp(group.assigned)}</p>
    </Confirm>
  );
}
