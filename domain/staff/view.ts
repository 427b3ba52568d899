/** A candidate's pages as the team looks at them (spec 25.6.3): how long the code and the view last. */
export const STAFF_VIEW = { codeSeconds: 60, minutes: 15 } as const;

/** Stands where a view shows no text that is being written, no key of a payment and no field of a code. */
export const HIDDEN_IN_VIEW = 'Oculto na visualização.';
