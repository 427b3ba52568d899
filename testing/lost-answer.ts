import type { Platform } from '../api/platform/platform.ts';

/**
 * Makes the database refuse to store the next answer of an `Idempotency-Key`, once, which simulates a crash just before the
 * commit. It counts with a sequence, because a rollback does not undo that.
 */
export async function loseNextAnswer(platform: Platform): Promise<void> {
  await platform.db.asOwner(async (run) => {
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
