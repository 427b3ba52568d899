/** Lifetimes of a session in seconds (spec 2.6, 4.2). */
export const SESSION = {
  /** With "Lembrar de mim"; a token older than `renewAfterSeconds` is renewed when it is checked. */
  rememberedSeconds: 604_800,
  renewAfterSeconds: 24 * 3600,
  /** Absolute end of a remembered session, no matter how often it is renewed. */
  rememberedMostSeconds: 90 * 24 * 3600,
  /** Without "Lembrar de mim": life of the token, maximum life after "Continuar", and maximum time without activity. */
  unrememberedSeconds: 12 * 3600,
  unrememberedMostSeconds: 24 * 3600,
  idleSeconds: 3600,
  /** Time before the end at which the person is asked whether to stay signed in (U12). */
  warnSeconds: 300,
} as const;

/** Life of the one-time code of a hand-off from an institution's site (spec 5.3, S-05). */
export const HANDOFF_SECONDS = 60;
