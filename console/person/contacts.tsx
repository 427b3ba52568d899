import { CheckIcon } from '@orbita/ui/icons/check';
import { contactText } from '../act/person-facts.ts';
import type { Person } from '../act/status.tsx';
import { applicationTexts as t } from '../texts/subscription.ts';
import { TriangleIcon } from '../ui/icons/triangle.tsx';

/** A person's contacts, each with whether they verified it with a code. */
export function Contacts({ contacts }: Pick<Person, 'contacts'>) {
  return contacts.map((contact) => (
    <div key={contact.channel}>
      <dt>{t.channels[contact.channel]}</dt>
      <dd>
        {contactText(contact)}
        <span className="mark" data-kind={contact.confirmedAt ? 'ok' : undefined}>
          {contact.confirmedAt ? <CheckIcon small /> : <TriangleIcon small />}
          {contact.confirmedAt ? t.confirmed : t.unconfirmed}
        </span>
      </dd>
    </div>
  ));
}
