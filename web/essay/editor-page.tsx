import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { LoadingPage } from '../base/loading-page.tsx';
import { Editor } from './editor.tsx';
import { forgetEssays } from './queries.ts';
import { ReadOnlyPage } from './read-only-page.tsx';
import { openEssay } from './use-autosaver.ts';

/** S-18: the writing page; a finished essay can still be read. */
export default function EditorPage() {
  const id = Number(useParams().id);
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const known = Number.isSafeInteger(id) && id > 0;
  const essay = useQuery({
    queryKey: ['essay', id, round],
    queryFn: () => openEssay(id),
    // The text is fetched once; from then on the editor has the newest version.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: known,
  });
  if (!known) return <Navigate replace to="/portal" />;
  if (essay.error) throw essay.error;
  if (!essay.data) return <LoadingPage />;
  if (essay.data.state !== 'in-progress') return <ReadOnlyPage essay={essay.data} />;
  return (
    <Editor
      key={round}
      essay={essay.data}
      onTakeOver={() => setRound((count) => count + 1)}
      onOver={() => forgetEssays(client, essay.data.subscriptionId)}
    />
  );
}
