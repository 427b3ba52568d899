import { ApiError } from '@orbita/client/errors.ts';
import type { Answer, Body } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { Asked, waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { DialogFailure } from '../base/states.tsx';
import { catalogueTexts } from '../texts/catalogue.ts';
import { unknownOutcomeTexts } from '../texts/subscription-money.ts';
import { FileInput } from '../ui/file-input.tsx';
import { Content, Head, Section } from '../ui/page.tsx';
import { base64Of } from './base64.ts';
import { Changes, Outcome } from './plan.tsx';
import '../styles/catalogue.css';

const t = catalogueTexts.filePage;
const MOST_BYTES = 6_000_000;

type Files = Body<'POST /operations/catalogue/plan'>;
type Plan = Answer<'POST /operations/catalogue/plan'>;
type Problem = { line: number; path: string; message: string };

/** The picked files as the call expects them: by their path below the picked folder, or their names. */
async function filesOf(picked: readonly File[]): Promise<Files> {
  const files: Record<string, string> = {};
  for (const file of picked) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
    // An export has contracts in a folder of their own, but they may be picked without it.
    const place = path.endsWith('.html') && !path.includes('/') ? [path, `contracts/${path}`] : [path];
    const content = base64Of(new Uint8Array(await file.arrayBuffer()));
    for (const one of place) files[one] = content;
  }
  return { yaml: '', files };
}

/** E-10 `/catalogo/arquivos`: upload files, see their plan, and apply it (spec 25.14). */
export default function FilePage() {
  const client = useQueryClient();
  const [picked, setPicked] = useState<readonly File[]>([]);
  const [saved, setSaved] = useState<{ version?: number; waits?: Approval }>();
  const tooLarge = picked.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES;
  const planning = useMutation({
    mutationFn: async () => {
      const body = await filesOf(picked);
      return { body, plan: await call('POST /operations/catalogue/plan', { body }) };
    },
  });
  const act = useIdempotentAct({
    name: 'catalogue files',
    send: (body: Body<'POST /operations/catalogue/apply'>, idempotencyKey): Promise<object> =>
      call('POST /operations/catalogue/apply', { body, idempotencyKey }),
    onSuccess: async (answer) => {
      const waits = waitingIn(answer);
      setSaved(waits ? { waits } : { version: (answer as Plan).version });
      planning.reset();
      await client.invalidateQueries({ queryKey: ['catalogue'] });
    },
  });
  const found = planning.data;
  const moved = act.error instanceof ApiError && act.error.code === 'CATALOGUE_CHANGED';
  const apply = () => {
    if (act.unknown) act.send(act.unknown);
    else if (found) act.send({ ...found.body, expectedVersion: found.plan.version });
  };
  return (
    <Content split>
      <Head title={t.title} lead={t.lead} />
      <div className="stack">
        <div role="status">
          {saved?.version !== undefined && (
            <Notice kind="success" title={catalogueTexts.saved(saved.version)} />
          )}
          {saved?.waits && <Asked approval={saved.waits} />}
        </div>
        <Field label={t.files} hint={t.hint} error={tooLarge && t.tooLarge}>
          <FileInput
            multiple
            accept=".yaml,.yml,.html,.svg,.png,.jpg,.jpeg,.webp,.ico"
            onPick={(files) => {
              setPicked(files);
              planning.reset();
            }}
          />
        </Field>
        <div className="row">
          <Button
            kind={found ? 'outline' : 'primary'}
            busy={planning.isPending && t.planning}
            aria-disabled={picked.length === 0 || tooLarge}
            onClick={() => planning.mutate()}
          >
            {t.plan}
          </Button>
        </div>
        {planning.error && <DialogFailure error={planning.error} />}
        {found && <Planned plan={found.plan} />}
      </div>
      {found && found.plan.changes.length > 0 && (
        <aside className="aside">
          <Section title={catalogueTexts.planOf(found.plan.changes.length)}>
            <div className="save-panel">
              <Outcome outcome={found.plan.outcome} />
              {act.error !== null && <DialogFailure error={act.error} />}
              {found.plan.outcome !== 'refused' && !moved && (
                <Button busy={act.isPending && t.applying} onClick={apply}>
                  {act.unknown
                    ? unknownOutcomeTexts.again
                    : found.plan.outcome === 'second-person'
                      ? catalogueTexts.ask
                      : t.apply(found.plan.changes.length)}
                </Button>
              )}
            </div>
          </Section>
        </aside>
      )}
    </Content>
  );
}

const Problems = ({ title, list }: { title: string; list: readonly Problem[] }) => (
  <Section title={title}>
    <ul className="plan">
      {list.map(({ line, path, message }) => (
        <li key={`${line} ${path} ${message}`}>
          <p className="muted">{t.line(line, path)}</p>
          <p>{message}</p>
        </li>
      ))}
    </ul>
  </Section>
);

/** The plan of files: their errors, else what to look at first, and all of it. */
function Planned({ plan }: { plan: Plan }) {
  if (plan.errors.length > 0) return <Problems title={t.errors(plan.errors.length)} list={plan.errors} />;
  const grave = new Set(plan.grave.map(({ kind, code }) => `${kind} ${code}`));
  const first = plan.changes.filter(
    ({ action, kind, code, overwritesEdit, touches }) =>
      action === 'retire' || overwritesEdit || touches > 0 || grave.has(`${kind} ${code}`),
  );
  const rest = plan.changes.filter((change) => !first.includes(change));
  return (
    <>
      {plan.warnings.length > 0 && <Problems title={t.warnings} list={plan.warnings} />}
      {first.length > 0 && (
        <Section title={t.first}>
          <Changes changes={first} caption={t.first} />
        </Section>
      )}
      {rest.length > 0 && (
        <Section title={t.all}>
          <Changes changes={rest} caption={t.all} />
        </Section>
      )}
      {plan.changes.length === 0 && <p>{catalogueTexts.planOf(0)}</p>}
    </>
  );
}
