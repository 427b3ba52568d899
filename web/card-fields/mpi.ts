/** What the 3-D Secure script (Braspag's MPI) passes to its callbacks. */
export type MpiAnswer = Partial<Record<'Cavv' | 'Xid' | 'Eci' | 'Version' | 'ReferenceId', unknown>>;
type MpiEvent =
  | 'onReady'
  | 'onSuccess'
  | 'onFailure'
  | 'onUnenrolled'
  | 'onDisabled'
  | 'onError'
  | 'onUnsupportedBrand';
export type MpiConfig = { Environment: 'SDB' | 'PRD'; Debug: false } & Record<
  MpiEvent,
  (answer?: MpiAnswer) => void
>;

/** What the script needs from the page; replaceable in tests. */
export type MpiPage = {
  /** Puts values into hidden fields that the script reads by their class. */
  fill: (values: Readonly<Record<string, string>>) => void;
  /** Loads the script afresh, because it reads amount and key only on start. Rejects when it cannot be loaded. */
  load: (scriptUrl: string, config: MpiConfig) => Promise<void>;
  /** Starts asking the holder's bank, once the script is ready. */
  start: () => void;
  /** Calls back when the bank's page appears and when the person cancels. */
  watch: (on: { shown: () => void; cancelled: () => void }) => void;
  /** Removes the fields, the script, and what the script inserted. */
  clear: () => void;
};
