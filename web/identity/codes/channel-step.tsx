import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import { codeTexts as t } from '../../texts/codes.ts';
import type { Channel, Contact } from './types.ts';

export type ChannelStepProps<C extends Channel> = {
  contacts: readonly Contact<C>[];
  /** How a contact is offered: "E-mail b***@e***.br". */
  labelOf: (contact: Contact<C>) => string;
  onSend: (channel: C) => Promise<void>;
  /** Text for a failed send. */
  troubleOf: (error: unknown, channel: C) => string;
};

/** Asks where the code should go: only contacts on file are offered. */
export function ChannelStep<C extends Channel>({
  contacts,
  labelOf,
  onSend,
  troubleOf,
}: ChannelStepProps<C>) {
  const [channel, setChannel] = useState(contacts[0]?.channel);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  if (!channel) return <Notice kind="warning" role="alert" title={t.nowhere} />;
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setTrouble('');
    try {
      await onSend(channel);
    } catch (error) {
      setTrouble(troubleOf(error, channel));
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {trouble && <Notice kind="danger" role="alert" title={trouble} />}
      <Choices legend={t.where}>
        {contacts.map((contact) => (
          <Choice
            key={contact.channel}
            name="channel"
            value={contact.channel}
            title={labelOf(contact)}
            checked={channel === contact.channel}
            onChange={() => setChannel(contact.channel)}
          />
        ))}
      </Choices>
      <Button type="submit" block busy={busy && t.sending}>
        {t.send}
      </Button>
    </form>
  );
}
