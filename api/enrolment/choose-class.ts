import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import { reply } from '../platform/http/route.ts';
import { type SubscriptionState, settingsReader, stateOf } from '../subscription/facts.ts';
import { moveSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import { ownState } from '../subscription/read.ts';
import { holdDeadline } from '../subscription/state/class.ts';

type ClassRow = RowOf<Answer<'GET /candidate/subscriptions/{id}/classes'>['availableClasses'][number]>;

/**
 * Classes of the application's offer and pole, earliest start first; the chosen class stays in the list even if it was retired.
 */
const classesOf = (on: Runner, state: SubscriptionState) =>
  on.many<ClassRow>(sql`
    select c.id, c.name, c.shift, c.weekdays, c.start_date, c.start_time, c.end_time, c.place,
      greatest(0, c.slots - c.taken) as slots
    from academic_class c
    where c.tenant_id = ${state.tenant_id} and c.offer_id = ${state.offer_id} and c.pole_id = ${state.pole_id}
      and (c.retired_at is null or c.id = ${state.class?.id ?? null}::bigint)
    order by c.start_date, c.code`);

const chosenOf = (rows: readonly ClassRow[], state: SubscriptionState) => {
  const row = rows.find(({ id }) => id === state.class?.id);
  return row ? shapeOf(row) : null;
};

/** GET classes (spec 12.4): the classes to choose from, the chosen one, and the deadline. */
export async function listClasses(ctx: Ctx<'GET /candidate/subscriptions/{id}/classes'>) {
  const state = await ownState(ctx, ctx.params.id);
  const rows = state.class ? await classesOf(ctx.platform.db.tenant(ctx.tenant.id), state) : [];
  return reply(200, {
    selectedClass: chosenOf(rows, state),
    availableClasses: rows.map(shapeOf),
    slots: rows.reduce((sum, { slots }) => sum + slots, 0),
    expiration: holdDeadline(state),
    showInfo: settingsReader(state.settings)('ShowClassInfo'),
  });
}

/**
 * PUT class (spec 12.4, TR-75): reserves a seat and moves to the next step. Choosing the class already held gives the same
 * response, so a client whose response was lost may retry. 409 `CLASS_UNAVAILABLE` when it is full or not offered here.
 */
export async function chooseClass(ctx: Ctx<'PUT /candidate/subscriptions/{id}/class'>) {
  const { platform, tenant } = ctx;
  const { id } = await ownSubscription(ctx, ctx.params.id);
  const { academicClassId: classId } = ctx.body();
  return ctx.once(async (tx) => {
    const held = await tx.one(sql`
      select h.subscription_id from class_hold h where h.tenant_id = ${tenant.id} and h.subscription_id = ${id}
        and h.academic_class_id = ${classId}::bigint`);
    if (!held) {
      await moveSubscription(tx, platform, {
        subscriptionId: id,
        event: 'class-selected',
        actor: 'candidate',
        classId,
        // The move itself takes the seat atomically; this fact only says that a class was chosen.
        facts: { classSelected: true },
      });
    }
    const state = await stateOf(tx, id);
    const selectedClass = state && chosenOf(await classesOf(tx, state), state);
    if (!state || !selectedClass) throw new Error(`Subscription ${id} has no class`);
    return reply(200, { selectedClass, expiration: holdDeadline(state), status: state.status });
  });
}
