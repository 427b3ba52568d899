import type { House } from '../platform/house.ts';

/**
 * Lets the database refuse to keep the next answer of an `Idempotency-Key`, once: what a cut at the worst moment looks
 * like. A sequence counts, for it forgets nothing when its transaction is undone.
 */
export async function loseNextAnswer(house: House): Promise<void> {
  await house.db.asOwner(async (run) => {
    await run(`create sequence if not exists lost_answers`);
    await run(`
      create or replace function lose_answer() returns trigger language plpgsql security definer as $$
      begin
        if new.status is not null and nextval('lost_answers') = 1 then raise exception 'answer lost'; end if;
        return new;
      end $$`);
    await run(`
      create or replace trigger lose_answer before update on idempotency_key
      for each row execute function lose_answer()`);
    await run(`alter sequence lost_answers restart`);
  });
}
