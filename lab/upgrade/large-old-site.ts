import type { Connection } from '#platform/database/db.ts'
import { fillWithOldSite } from '#test/old-site.ts'
import { run } from '#test/postgres.ts'

/** The large site has at least this many prompts, and this many more members than the small one (`old-site.ts`). */
export const oldSiteSize = 10_000
/** How many times the large site has each published prompt of the small one. */
const copies = 33

/** Fills an empty database with the large site, as version 0.1.0 would have stored it. */
export async function fillWithLargeOldSite(connection: Connection): Promise<void> {
  await fillWithOldSite(connection)
  await run(
    connection,
    `set search_path = public;
    insert into users (id, name, email, username, display_username)
    select gen_random_uuid(), 'Member ' || n, 'member' || n || '@example.test', 'member' || n, 'member' || n
    from generate_series(1, ${oldSiteSize}) n;
    create temporary table copied as
      select p.id as old_id, gen_random_uuid() as new_id, n, p.* from prompts p, generate_series(2, ${copies}) n
      where status = 'published';
    insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, credit, tags, models,
      licence, status, version, featured, content_hash, created_at, updated_at, published_at, search_head, search_text)
    select new_id, slug || '-copy-' || n, title || ' ' || n, description, content, excerpt, language, category_id, user_id,
      credit, tags, models, licence, status, 1, featured, sha256(content_hash || n::text::bytea), created_at, updated_at,
      published_at, search_head, search_text from copied;
    insert into prompt_versions (prompt_id, version, title, description, content, user_id, created_at)
    select new_id, 1, title || ' ' || n, description, content, user_id, created_at from copied;
    update prompt_counts set prompts = prompts * ${copies};
    update author_totals set prompts = prompts * ${copies};
    drop table copied;
    analyze`,
  )
}
