import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'

// Adds counts for the ten days before today to the prompt whose slug is the argument, and closes these days, which
// makes their counts final.
const [slug] = process.argv.slice(2)
await withDatabase(async (db) => {
  await sql`
    insert into prompt_day_closing (started, closed_until) values (current_date - 10, current_date - 1)
    on conflict (one_row) do update set started = current_date - 10, closed_until = current_date - 1`.execute(db)
  await sql`
    insert into prompt_days (prompt_id, day, from_search, from_lists, from_feeds, copies, runs, upvotes, saves)
    select p.id, current_date - d, 40 + 7 * d, 2, 1, 12, 6, 3, 1 from prompts p, generate_series(1, 10) d
    where p.slug = ${slug}
    on conflict do nothing`.execute(db)
})
