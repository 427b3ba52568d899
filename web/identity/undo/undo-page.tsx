import { ApiError, textOf } from '@orbita/client/errors.ts';
import { required } from '@orbita/domain/foundation';
import { Button, ButtonLink } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { OrbitEmblem } from '@orbita/ui/orbit';
import { Page, PageHead } from '@orbita/ui/page';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { BrandBar } from '../../base/brand-bar.tsx';
import { linkKey, UNDO_PAGE } from '../../base/link-key.ts';
import { BASE } from '../../base/settings.ts';
import { useTitle } from '../../base/title.ts';
import { undoTexts as t } from '../../texts/access.ts';
import { useSmallForm } from '../small-form.ts';

/** S-56: undoes a change of contacts or sign-in methods, by the link in the message about it. Opening it changes nothing. */
export default function UndoPage() {
  const token = linkKey(UNDO_PAGE);
  const [state, setState] = useState<'open' | 'done' | 'over'>(token === '' ? 'over' : 'open');
  return (
    <>
      <BrandBar narrow />
      {state === 'open' ? (
        <UndoForm token={token} onDone={() => setState('done')} onOver={() => setState('over')} />
      ) : (
        <Ended done={state === 'done'} />
      )}
    </>
  );
}

function Ended({ done }: { done: boolean }) {
  const title = done ? t.doneTitle : t.overTitle;
  useTitle(title);
  return (
    <Page width="center">
      <div className="stack center">
        <OrbitEmblem mark={done ? 'check' : 'lock'} still />
        <PageHead title={title} lead={done ? t.doneLead : t.overLead} />
        <div className="row row--middle">
          {/* A full load: the page that was open here may belong to a session that has ended. */}
          <ButtonLink href={`${BASE}/reset-password`} target="_self">
            {t.newPassword}
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}

type FormProps = { token: string; onDone: () => void; onOver: () => void };

function UndoForm({ token, onDone, onOver }: FormProps) {
  const form = useSmallForm(
    { document: '' },
    {
      judge: ({ document }) => {
        const message = required(document);
        return message ? [{ field: 'document', message }] : [];
      },
      labels: () => ({ document: t.document }),
    },
  );
  useTitle(t.title, form.summary.length > 0);
  const undo = async ({ document }: { document: string }) => {
    try {
      await call('POST /platform/auth/undo', { body: { token, document }, quiet: true });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'LINK_EXPIRED')) throw error;
      onOver();
    }
  };
  return (
    <Page width="task">
      <PageHead title={t.title} lead={t.lead} />
      <section className="stack stack--tight" aria-labelledby="o-que-acontece">
        <h2 id="o-que-acontece" className="h3">
          {t.what}
        </h2>
        <ul>
          {t.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </section>
      <form className="stack" method="post" noValidate onSubmit={form.submit(undo)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {form.failure !== undefined && <Notice kind="danger" role="alert" title={textOf(form.failure)} />}
        <Field {...form.field('document')} label={t.document} hint={t.documentHint}>
          <TextInput
            name="document"
            autoComplete="off"
            value={form.values.document}
            onChange={(event) => form.set('document', event.target.value)}
          />
        </Field>
        <Button type="submit" block busy={form.busy && t.undoing}>
          {t.undo}
        </Button>
      </form>
    </Page>
  );
}
