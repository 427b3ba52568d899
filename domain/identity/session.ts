/** How long a session lives (spec 2.6, 4.2); seconds. */
export const SESSION = {
  /** With "Lembrar de mim"; a token older than `renewAfter` gets a new end when it is checked. */
  rememberedSeconds: 604_800,
  renewAfterSeconds: 24 * 3600,
  /** Without it: the token's life, what one more "Continuar" makes of it at most, and the longest silence. */
  unrememberedSeconds: 12 * 3600,
  unrememberedMostSeconds: 24 * 3600,
  idleSeconds: 3600,
  /** Before the end a person is asked whether she goes on (U12). */
  warnSeconds: 300,
} as const;

/** One-time code of a hand-off from an institution's site (spec 5.3, S-05). */
export const HANDOFF_SECONDS = 60;
