import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { Answers } from './answers.tsx';
import { keptOf } from './section-values.ts';
import type { SectionNow } from './use-questionnaire.ts';

/** Another window saved this section: both versions are shown until one is chosen. */
export function ConflictNotice({ now, onChosen }: { now: SectionNow; onChosen: () => void }) {
  const { key, saver, read, section, state } = now;
  const theirs = useQuery({ queryKey: ['saved-section', key], queryFn: read, staleTime: 0, gcTime: 0 });
  const choose = (mine: boolean) => {
    if (!theirs.data) return;
    const { draft, revision } = theirs.data;
    saver.reopen({ draft: mine ? state.draft : draft, revision, unsent: mine, online: state.online });
    onChosen();
  };
  return (
    <>
      <Notice kind="warning" role="alert" title={t.conflict}>
        {t.conflictHelp}
      </Notice>
      {theirs.isPending && (
        <Loading label={t.conflictLoading}>
          <Skeleton width="45%" />
          <Skeleton width="70%" />
        </Loading>
      )}
      {theirs.isLoadingError && <LoadFailed title={t.conflictFailed} onRetry={() => theirs.refetch()} />}
      {theirs.data && (
        <>
          <Card look="soft" className="stack">
            <h3 className="h4">{t.theirs}</h3>
            {theirs.data.draft.length === 0 && <p className="small muted">{t.theirsEmpty}</p>}
            <Answers sectionKey={section.key} rows={keptOf(section.key, theirs.data.draft)} />
          </Card>
          <div className="row">
            <Button kind="outline" small onClick={() => choose(true)}>
              {t.keepMine}
            </Button>
            <Button kind="outline" small onClick={() => choose(false)}>
              {t.useTheirs}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
