/** What a script of 3-D Secure (MPI of Braspag) calls back with. */
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

/** What the script needs of the page, so that a test can play it. */
export type MpiPage = {
  /** Puts values into hidden fields that the script reads by their class. */
  fill: (values: Readonly<Record<string, string>>) => void;
  /** Loads the script anew, because it reads amount and key only while it starts. Rejects when it cannot be loaded. */
  load: (scriptUrl: string, config: MpiConfig) => Promise<void>;
  /** Asks the holder's bank, once the script is ready. */
  start: () => void;
  /** Called when the bank's page is there and when the person gives up. */
  watch: (on: { shown: () => void; cancelled: () => void }) => void;
  /** Takes away fields, script, and what the script drew. */
  clear: () => void;
};
