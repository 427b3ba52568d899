/** Name of the query parameter that opens another part of the profile; absent = the data. */
export const TAB = 'aba';

export const PRIVACY_TAB = 'privacidade';
export const MESSAGES_TAB = 'mensagens';
export const ACCESS_TAB = 'acesso';

/** Address of the messages sent to the person (S-48). */
export const MESSAGES_HREF = `/profile?${TAB}=${MESSAGES_TAB}`;
