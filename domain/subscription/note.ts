/** Notes about an application (spec 25.6.3). */
export const NOTE = { longest: 2_000, changeableMinutes: 15 } as const;

/** Whether the author of a note may still change it. */
export const mayChangeNote = (writtenAt: Date, now: Date): boolean =>
  now.getTime() - writtenAt.getTime() <= NOTE.changeableMinutes * 60_000;
