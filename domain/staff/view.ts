/** A candidate's pages as the team looks at them (spec 25.6.3): how long the code and the view last. */
export const STAFF_VIEW = { codeSeconds: 60, minutes: 15 } as const;

/**
 * Base of the pages of a view, below that of the portal: they are those of the portal, and loading one anew never finds the
 * session of a candidate who uses the same browser.
 */
export const VIEW_PATH = '/visualizacao';

/** True for addresses of a view; `path` is below the base path of the portal. */
export const isViewPath = (path: string): boolean => path === VIEW_PATH || path.startsWith(`${VIEW_PATH}/`);

/** Stands where a view shows no text that is being written, no key of a payment and no field of a code. */
export const HIDDEN_IN_VIEW = 'Oculto na visualização.';

/** What a view answers to everything that would change something; the text of `VIEW_ONLY`. */
export const VIEW_ONLY_TEXT = 'Esta é uma visualização. Nada pode ser alterado aqui.';
