import { claimsOf } from './claims.ts';
import { session } from './session.ts';

let owner: string | undefined;

/** Remembers the signed-in person as the one whose data this tab shows. */
export function rememberTabOwner(): void {
  owner = claimsOf(session.token())?.sub;
}

/** Whether the browser's session belongs to the person this tab shows, to another one, or does not exist. */
export function sessionOwner(): 'mine' | 'other' | 'nobody' {
  const now = claimsOf(session.token())?.sub;
  if (owner === undefined) return 'mine';
  return now === undefined ? 'nobody' : now === owner ? 'mine' : 'other';
}
