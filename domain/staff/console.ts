/** Ways into the console that a catalogue may list (spec 25.2.2). */
export const WAYS_IN = ['passkey', 'code'] as const;

export type WayIn = (typeof WAYS_IN)[number];

/** What a catalogue says of the console of a tenant, besides its hosts (spec 25.20). */
export type ConsoleSettings = {
  /** null = the usual ones. */
  signIn: WayIn[] | null;
  /** Consoles of other tenants in which the same people work, offered as links. */
  otherConsoles: { name: string; url: string }[];
};

export const DEFAULT_CONSOLE: ConsoleSettings = { signIn: null, otherConsoles: [] };

/** The ways in that a console offers, in the order of its page. */
export const waysIn = ({ signIn }: Pick<ConsoleSettings, 'signIn'>): WayIn[] =>
  WAYS_IN.filter((way) => signIn === null || signIn.includes(way));
