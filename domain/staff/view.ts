/** The team's read-only view of a candidate's pages (spec 25.6.3): how long the code and the view last. */
export const STAFF_VIEW = { codeSeconds: 60, minutes: 15 } as const;

/**
 * Base path of the pages of a view, below the portal's base path. The pages are those of the portal, but reloading one never
 * picks up the session of a candidate who uses the same browser.
 */
export const VIEW_PATH = '/visualizacao';

/** Whether an address belongs to a view; `path` is relative to the portal's base path. */
export const isViewPath = (path: string): boolean => path === VIEW_PATH || path.startsWith(`${VIEW_PATH}/`);

/** Shown in a view in place of a text being written, a payment key or a code field. */
export const HIDDEN_IN_VIEW = 'Oculto na visualização.';

/** Response of a view to everything that would change something; the text of `VIEW_ONLY`. */
export const VIEW_ONLY_TEXT = 'Esta é uma visualização. Nada pode ser alterado aqui.';
