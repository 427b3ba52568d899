import type { Effect, Facts, Status, SubscriptionEvent } from '@orbita/domain/subscription';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from './facts.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    /** Modules provide the effects of moves, so that the engine does not have to import them. */
    readonly effects: Readonly<Record<Effect, RunEffect>>;
  }
}

/** What an effect changes besides the status: columns of the subscription, and what its state contains from other tables. */
export type Changes = {
  is_paid?: boolean;
  is_tax_paid?: boolean;
  holds_place?: boolean;
  no_retake?: boolean;
  payment_deadline?: Date | null;
  /** Places left for the offer, course and pole. */
  vacancies_left?: number;
  /** Rows of other tables that are part of the state changed, so the state must be read again. */
  elsewhere?: boolean;
};

/** An allowed move inside its transaction; `row` is the locked subscription before the move. */
export type MoveInProgress = {
  tx: Tx;
  platform: Platform;
  row: SubscriptionState;
  event: SubscriptionEvent;
  to: Status;
  facts: Facts;
  /** Class in which to reserve a place (`holdClass`). */
  classId?: number | undefined;
  /** Test slot to book (`takeSlot`). */
  slotId?: number | undefined;
};

/** Runs one `Effect` of the transition table and returns what it changes. */
export type RunEffect = (move: MoveInProgress) => Promise<Changes> | Changes;

/** A move that was written in its transaction. */
export type MoveMade = { from: Status | null; to: Status; event: SubscriptionEvent };
