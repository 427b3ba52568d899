import { serverNow } from '@orbita/client/server-clock.ts';
import { NOTE } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useActions, useNotes, useReload } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { holdsFor, useMe } from '../base/me.ts';
import { DialogFailure } from '../base/states.tsx';
import { exactly, hour } from '../base/zone.ts';
import { noteTexts as t } from '../texts/subscription.ts';
import { LongText, stopsAtLongText } from '../ui/long-text.tsx';
import { Section } from '../ui/page.tsx';
import { NoteDialog } from './note-dialog.tsx';

type Props = { id: number; onDone: (said: string) => void };
type Note = Answer<'GET /operations/subscriptions/{id}/notes'>['data'][number];

/** Writes a note, and lists one's own of the last minutes; all notes are in the timeline. */
export function Notes({ application, onDone }: { application: Application; onDone: Props['onDone'] }) {
  const { id, institutionCode } = application;
  const reads = holdsFor(useMe(), ['subscriptions.support'], institutionCode);
  const { data: notes } = useNotes(id, reads);
  const { data: actions } = useActions(id);
  if (!actions?.some(({ action, allowed }) => action === 'write-note' && allowed)) return null;
  return (
    <Section title={t.title}>
      <Write id={id} onDone={onDone} />
      <Own notes={notes?.data ?? []} id={id} onDone={onDone} />
    </Section>
  );
}

function Write({ id, onDone }: Props) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reload = useReload(id);
  const write = useMutation({
    mutationFn: () =>
      call('POST /operations/subscriptions/{id}/notes', { params: { id }, body: { text: text.trim() } }),
    onSuccess: async () => {
      setText('');
      setTried(false);
      await reload();
      onDone(t.saved);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!stopsAtLongText(event.currentTarget) && text.trim() && !write.isPending) write.mutate();
  };
  return (
    <form className="stack stack--tight" onSubmit={send} noValidate>
      <LongText
        label={t.label}
        hint={t.hint}
        error={tried && !text.trim() ? t.empty : undefined}
        rows={3}
        most={NOTE.longest}
        placeholder={t.placeholder}
        value={text}
        onType={setText}
      />
      {write.error && <DialogFailure error={write.error} />}
      <div>
        <Button type="submit" kind="outline" busy={write.isPending && t.writing}>
          {t.write}
        </Button>
      </div>
    </form>
  );
}

function Own({ notes, id, onDone }: Props & { notes: readonly Note[] }) {
  const [changing, setChanging] = useState<Note>();
  const [removing, setRemoving] = useState<Note>();
  const reload = useReload(id);
  const done = async () => {
    setChanging(undefined);
    setRemoving(undefined);
    await reload();
    onDone(t.done);
  };
  const own = notes.filter(
    ({ changeableUntil }) => changeableUntil !== null && Date.parse(changeableUntil) > serverNow(),
  );
  if (own.length === 0) return null;
  return (
    <>
      <p className="meta">{t.own}</p>
      <ul className="lines">
        {own.map((note) => (
          <li key={note.id} className="lines__item lines__item--note">
            <span>
              {note.text}
              <small title={exactly(note.at)}>{hour(note.at)}</small>
            </span>
            <span className="row">
              <Button kind="quiet" small onClick={() => setChanging(note)}>
                {t.change}
              </Button>
              <Button kind="quiet" small onClick={() => setRemoving(note)}>
                {t.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {changing && <NoteDialog note={changing} onClose={() => setChanging(undefined)} onDone={done} />}
      {removing && (
        <Confirm
          title={t.removeTitle}
          yes={t.remove}
          busy={t.removing}
          run={() => call('DELETE /operations/notes/{id}', { params: { id: removing.id } })}
          onDone={done}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t.removeHelp}</p>
        </Confirm>
      )}
    </>
  );
}
