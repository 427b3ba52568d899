import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { isMissing } from '../base/awaited-item.tsx';
import { At } from '../base/facts.tsx';
import { useMay, useMe } from '../base/me.ts';
import { NotFound } from '../base/not-found.tsx';
import { usePlaceName } from '../base/place.tsx';
import { Failed } from '../base/states.tsx';
import { personTexts as t, teamTexts } from '../texts/team.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { type PersonAct, PersonDialog } from './person-dialogs.tsx';
import { type StaffMember, StaffState } from './state.tsx';

/** E-13: one member of the team, and what may be done about their access (spec 25.16). */
export default function PersonPage() {
  const staffId = Number(useParams().staffId);
  const client = useQueryClient();
  const key = ['staff', 'one', staffId];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /operations/staff/{staffId}', { params: { staffId }, signal }),
    enabled: Number.isSafeInteger(staffId),
  });
  if (isMissing(staffId, error)) return <NotFound />;
  if (data)
    return (
      <Person
        person={data}
        onChanged={async () => {
          await client.invalidateQueries({ queryKey: ['staff', 'list'] });
          await client.invalidateQueries({ queryKey: key });
        }}
      />
    );
  return (
    <Content>
      <Head title={t.loadingTitle} />
      {error ? <Failed error={error} onRetry={() => refetch()} /> : <LoadingForm fields={3} />}
    </Content>
  );
}

function Person({ person, onChanged }: { person: StaffMember; onChanged: () => Promise<void> }) {
  const me = useMe();
  const may = useMay();
  const [act, setAct] = useState<PersonAct>();
  const [done, setDone] = useState('');
  const [asked, setAsked] = useState<Approval>();
  const own = person.staffId === me.staffId;
  const acts = may('staff.manage') && !own;
  const finished = async (said: string, waits?: Approval) => {
    setAct(undefined);
    setAsked(waits);
    await onChanged();
    setDone(waits ? '' : said);
  };
  return (
    <Content>
      <Head
        title={<span translate="no">{person.name}</span>}
        lead={person.email}
        actions={
          acts && (
            <>
              <Button
                kind="danger"
                onClick={() => setAct(person.state === 'disabled' ? 'enable' : 'disable')}
              >
                {person.state === 'disabled' ? t.enable : t.disable}
              </Button>
              {person.state === 'active' && (
                <>
                  <Button kind="outline" onClick={() => setAct('passkeys')}>
                    {t.resetPasskeys}
                  </Button>
                  <Button kind="outline" onClick={() => setAct('end')}>
                    {t.endSessions}
                  </Button>
                </>
              )}
              <Button onClick={() => setAct('grants')}>{t.change}</Button>
            </>
          )
        }
      />
      <div role="status">
        {done && <Notice kind="success" title={done} />}
        {asked && <Asked approval={asked} />}
      </div>
      {own && <Notice title={t.self} />}
      <Section title={t.facts}>
        <dl className="facts--list">
          <div>
            <dt>{t.state}</dt>
            <dd>
              <StaffState state={person.state} />
            </dd>
          </div>
          <div>
            <dt>{t.lastSeen}</dt>
            <dd>{person.lastSeenAt ? <At instant={person.lastSeenAt} /> : teamTexts.never}</dd>
          </div>
        </dl>
      </Section>
      <Section title={t.roles}>
        <GrantTable person={person} />
      </Section>
      {act && <PersonDialog act={act} person={person} onClose={() => setAct(undefined)} onDone={finished} />}
    </Content>
  );
}

function GrantTable({ person }: { person: StaffMember }) {
  const nameOf = usePlaceName();
  if (person.grants.length === 0) return <p className="muted">{teamTexts.noGrant}</p>;
  return (
    <div className="table-wrap">
      <table className="table table--stack">
        <caption className="visually-hidden">{t.roles}</caption>
        <thead>
          <tr>
            <th scope="col">{t.role}</th>
            <th scope="col">{t.places}</th>
            <th scope="col">{t.source}</th>
          </tr>
        </thead>
        <tbody>
          {person.grants.map((grant) => (
            <tr key={`${grant.role} ${grant.source} ${grant.institutions?.join()}`}>
              <th scope="row">{grant.label}</th>
              <td>{grant.institutions?.map(nameOf).join(', ') ?? teamTexts.everywhere}</td>
              <td>{grant.source === 'idp' ? teamTexts.fromIdp : t.manual}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
