import { Button } from '@orbita/ui/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { ItemPage } from '../base/awaited-item.tsx';
import { At } from '../base/facts.tsx';
import { useGo } from '../base/institution.ts';
import { usePollMs } from '../base/live.ts';
import { useScreenTitle } from '../base/title.ts';
import { integrationTexts as t } from '../texts/integration.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { Deliveries } from './deliveries.tsx';
import { type Endpoint, EndpointState, kindText } from './endpoint.tsx';
import { type EndpointAct, EndpointActDialog } from './endpoint-acts.tsx';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));

const AGAIN_MS = 30_000;

/** E-12 `/integracoes/{id}`: one system, and the notifications sent to it (spec 25.15). */
export default function EndpointPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery({
    queryKey: ['endpoints', 'one', id],
    queryFn: ({ signal }) => call('GET /operations/webhook-endpoints/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id),
    refetchInterval: usePollMs(AGAIN_MS),
  });
  return (
    <ItemPage id={id} title={t.one} of={{ data, error, refetch }} texts={t} list="/integracoes">
      {(found) => <Whole endpoint={found} />}
    </ItemPage>
  );
}

function Whole({ endpoint }: { endpoint: Endpoint }) {
  const client = useQueryClient();
  const go = useGo();
  const [act, setAct] = useState<EndpointAct | 'change'>();
  const [asked, setAsked] = useState<Approval>();
  const [said, setSaid] = useState('');
  useScreenTitle(`${t.one} ${endpoint.id}`);
  const done = async (text: string, waits?: Approval) => {
    if (act === 'remove') return void go('/integracoes');
    setAct(undefined);
    setAsked(waits);
    setSaid(waits ? '' : text);
    await client.invalidateQueries({ queryKey: ['endpoints'] });
  };
  return (
    <Content>
      <Head
        title={<span translate="no">{endpoint.description || t.one}</span>}
        lead={endpoint.institution}
        actions={
          <>
            <Button kind="danger" onClick={() => setAct('remove')}>
              {t.remove}
            </Button>
            <Button kind="outline" onClick={() => setAct(endpoint.state === 'active' ? 'off' : 'on')}>
              {endpoint.state === 'active' ? t.turnOff : t.turnOn}
            </Button>
            <Button kind="outline" onClick={() => setAct('secret')}>
              {t.secret}
            </Button>
            <Button onClick={() => setAct('change')}>{t.change}</Button>
          </>
        }
      />
      {said && <AnnouncedNotice key={said} kind="success" title={said} />}
      <div role="status">{asked && <Asked approval={asked} />}</div>
      <Section title={t.facts}>
        <Facts endpoint={endpoint} />
      </Section>
      <Deliveries endpointId={endpoint.id} />
      {act === 'change' && (
        <Suspense>
          <EndpointDialog
            endpoint={endpoint}
            onClose={() => setAct(undefined)}
            onDone={(waits) => void done(t.saved, waits)}
          />
        </Suspense>
      )}
      {act && act !== 'change' && (
        <EndpointActDialog
          act={act}
          endpoint={endpoint}
          onClose={() => setAct(undefined)}
          onDone={(text, waits) => void done(text, waits)}
        />
      )}
    </Content>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { url, kinds, createdAt, previousSecretUntil } = endpoint;
  return (
    <dl className="facts--list">
      <div>
        <dt>{t.state}</dt>
        <dd>
          <EndpointState endpoint={endpoint} />
        </dd>
      </div>
      <div>
        <dt>{t.url}</dt>
        <dd className="code" translate="no">
          {url}
        </dd>
      </div>
      <div>
        <dt>{t.tells}</dt>
        <dd>
          {kinds.map((kind) => (
            <div key={kind}>{kindText(kind)}</div>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t.since}</dt>
        <dd>{<At instant={createdAt} />}</dd>
      </div>
      {previousSecretUntil && (
        <div>
          <dt>{t.oldSecret}</dt>
          <dd>{<At instant={previousSecretUntil} />}</dd>
        </div>
      )}
    </dl>
  );
}
