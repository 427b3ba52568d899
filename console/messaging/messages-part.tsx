import { Button } from '@orbita/ui/button';
import { MailIcon } from '@orbita/ui/icons/mail';
import { useState } from 'react';
import { Part } from '../act/part.tsx';
import { useMessages } from '../act/queries.ts';
import { when } from '../base/zone.ts';
import { messagePartTexts as t } from '../texts/parts.ts';
import { NoteIcon } from '../ui/icons/note.tsx';
import { MessageState } from './message-state.tsx';

const FEW = 5;
/** Largest page of the list. */
const MANY = 100;

/** Messages about an application: channel, address, and whether they arrived. */
export default function MessagesPart({ id }: { id: number }) {
  const [most, setMost] = useState(FEW);
  const query = useMessages(id, most);
  return (
    <Part title={t.title} query={query} none={t.none} isEmpty={({ data }) => data.length === 0}>
      {({ data, total }) => (
        <>
          <ul className="rows">
            {data.map((one) => (
              <li key={one.id}>
                {one.channel === 'email' ? <MailIcon small /> : <NoteIcon small />}
                <span>
                  <b>{one.title}</b>
                  <small>{t.line(t.channels[one.channel], one.to, when(one.sentAt ?? one.createdAt))}</small>
                  {one.undelivered && <small>{t.why[one.undelivered]}</small>}
                </span>
                <MessageState {...one} />
              </li>
            ))}
          </ul>
          {total > data.length && most === FEW && (
            <div>
              <Button kind="outline" small onClick={() => setMost(MANY)}>
                {t.all(total, MANY)}
              </Button>
            </div>
          )}
        </>
      )}
    </Part>
  );
}
