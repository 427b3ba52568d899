import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { Asked } from '../approval/asked.tsx';
import { call } from '../base/api.ts';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { useMay } from '../base/me.ts';
import { useScreenTitle } from '../base/title.ts';
import { when } from '../base/zone.ts';
import { catalogueTexts } from '../texts/catalogue.ts';
import { Content, Head } from '../ui/page.tsx';
import { Changes } from './plan.tsx';
import { SavePanel } from './save-panel.tsx';
import { type Saved, useSave } from './use-save.ts';

const t = catalogueTexts.version;

const useVersion = (version: number) =>
  useQuery({
    queryKey: ['catalogue', 'version', version],
    enabled: Number.isSafeInteger(version),
    queryFn: ({ signal }) =>
      call('GET /operations/catalogue/versions/{version}', { params: { version }, signal }),
  });

/** The latest version, on which undoing another one is planned. */
const useStanding = () =>
  useQuery({
    queryKey: ['catalogue', 'versions', 'standing'],
    queryFn: async ({ signal }) =>
      (await call('GET /operations/catalogue/versions', { signal })).data[0]?.version ?? 0,
  });

/** E-10 `/catalogo/versoes/{version}`: what a version changed, and the plan for undoing it (spec 25.14). */
export default function VersionPage() {
  const version = Number(useParams().version);
  useScreenTitle(t.one(version));
  const may = useMay()('catalogue.everyday');
  const { data, error, refetch } = useVersion(version);
  const standing = useStanding();
  const [saved, setSaved] = useState<Saved>();
  const wish = useMemo(
    () =>
      // What was requested, or done, is requested only once.
      may && !saved && standing.data !== undefined
        ? { expectedVersion: standing.data, undo: version }
        : undefined,
    [may, saved, standing.data, version],
  );
  const undo = useSave(`undo ${version}`, wish, setSaved);
  if (!data || isMissing(version, error))
    return (
      <AwaitedItem
        id={version}
        title={t.title}
        error={error}
        onRetry={() => refetch()}
        texts={t}
        list="/catalogo/versoes"
      />
    );
  return (
    <Content split>
      <Head
        title={t.one(version)}
        lead={
          <>
            <WithName text={(by) => t.made(t.sources[data.source], by, when(data.at))} name={data.by} />
            {data.undoes !== null && ` ${t.undoes(data.undoes)}`}
          </>
        }
      />
      <div className="stack">
        <div role="status">
          {saved?.plan && <Notice kind="success" title={catalogueTexts.saved(saved.plan.version)} />}
          {saved?.waits && <Asked approval={saved.waits} />}
        </div>
        <Changes changes={data.changes} caption={t.one(version)} />
        {data.more && <p className="muted">{t.more}</p>}
      </div>
      {may && !saved && (
        <aside className="aside">
          <SavePanel
            of={undo}
            title={t.plan}
            verb={catalogueTexts.undo}
            onDiscard={undo.settle}
            onReload={() => {
              undo.settle();
              void standing.refetch();
            }}
          />
        </aside>
      )}
    </Content>
  );
}
