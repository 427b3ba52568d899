import { firstName, shownName } from '@orbita/domain/foundation';
import { shownMessage } from '@orbita/domain/messaging';
import type { Preview } from './act-dialog.tsx';
import type { Application } from './status.tsx';

/** A message as its candidate reads it, without its link; what only the server knows is omitted. */
export const previewOf = (
  template: string,
  { id, courseName, person }: Pick<Application, 'id' | 'courseName' | 'person'>,
  more: Readonly<Record<string, string>> = {},
): Preview => {
  const shown = shownMessage(template, 'email', {
    id,
    curso: courseName,
    nome: firstName(shownName({ name: person.name, socialName: person.socialName })),
    ...more,
  });
  if (!shown) throw new Error(`No message ${template}`);
  return shown;
};
