import { PostgresQueryCompiler } from 'kysely'
import { findProductCaller } from './product-caller.ts'

/**
 * What cached pages can show of a table. `ignored`: columns that no page shows, or that pages may show as they were up
 * to 60 seconds ago. `if`: an SQL condition that is true if visitors can see the row `r`. `addsNothing`: adding a row
 * changes no page.
 */
type ShownTable = { ignored: string[]; if?: string; addsNothing?: true }

/** The tables that cached pages show. A new column of one of them counts as shown unless `ignored` lists it. */
export const shownTables: Record<string, ShownTable> = {
  categories: { ignored: [] },
  collections: {
    if: `r.visibility = 'public' and r.removed_reason is null`,
    ignored: ['search', 'search_version', 'updated_at'],
    addsNothing: true,
  },
  comparisons: {
    if: `r.published_at is not null or r.shared_at is not null`,
    ignored: ['named_at', 'withdrawn_from', 'draw_key', 'round_votes'],
  },
  comparison_answers: {
    if: `exists (select from comparisons c where c.id = r.comparison_id and (c.published_at is not null or c.shared_at is not null))`,
    ignored: ['stop_asked'],
  },
  comments: { if: `r.state = 'shown'`, ignored: [] },
  examples: { if: `r.status = 'published'`, ignored: ['changed_at'] },
  credited_authors: { ignored: ['key', 'created_at'], addsNothing: true },
  profiles: { ignored: ['updated_at'] },
  results: { if: `r.shown`, ignored: ['user_id'] },
  tool_pictures: { ignored: [] },
  worked_examples: { ignored: ['content_hash'] },
  prompt_former_slugs: {
    if: `exists (select from prompts p where p.id = r.prompt_id and p.status = 'published')`,
    ignored: [],
  },
  prompt_labels: {
    if: `exists (select from prompts p where p.id = r.prompt_id and p.status = 'published')`,
    ignored: ['moved_at'],
  },
  prompts: {
    if: `r.status = 'published'`,
    ignored: [
      ...['copies', 'favorites', 'votes_up', 'votes_down', 'rating', 'votes_heat', 'copies_heat', 'trending'],
      ...['search_head', 'search_text', 'search_version', 'excerpt_version', 'credit_version'],
      'filters_version',
      'seen_version',
      ...['content_hash', 'import_key', 'updated_at'],
      // The groups whose members may read it, which no public page names.
      'group_id',
      'group_ids',
      // A fork's page shows the original only while the original is published, and hiding the original is recorded.
      'fork_of',
    ],
  },
  test_cases: { if: `r.status = 'accepted'`, ignored: ['user_id', 'created_at', 'updated_at'] },
  test_runs: { ignored: ['user_id'], addsNothing: true },
  tools: {
    ignored: [
      ...['search', 'search_version', 'sort_name', 'updated_at'],
      ...['link_checked_at', 'link_failures', 'link_problem'],
    ],
  },
  users: {
    addsNothing: true,
    ignored: [
      'language',
      ...['name', 'image', 'email', 'email_verified', 'email_verified_at', 'role', 'two_factor_enabled', 'updated_at'],
      ...['banned', 'ban_reason', 'ban_expires'],
    ],
  },
}

/**
 * All other tables, grouped by the reason why cached pages needn't follow their changes. A new table must be added here
 * or to `shownTables`.
 */
export const hiddenTables: Record<string, string[]> = {
  'Read by the browser, only for the member concerned or for staff.': [
    ...[
      'account_tokens',
      'api_tokens',
      'author_claims',
      'blind_rounds',
      'attention_checks',
      'blocks',
      'change_requests',
      'approvals',
      'approval_comments',
      'prompt_reviews',
      'group_handovers',
      'follows',
      'notifications',
      'notification_feeds',
      'example_reports',
      'authenticators',
      'connections',
      'contact_messages',
      'generations',
      'prompt_label_moves',
      'invitations',
      'passkey_challenges',
      'skill_addresses',
      'webhook_deliveries',
      'webhook_ended_models',
      'webhooks',
      'featured_answers',
      'groups',
      'group_members',
      'group_claim_problems',
      'group_import_keys',
      'group_collection_keys',
      'collection_groups',
    ],
    ...['passkeys', 'passwords', 'recovery_codes', 'report_cases', 'reports', 'sessions', 'takedowns', 'audit_log'],
    ...['favourites', 'prompt_days', 'prompt_versions', 'value_sets', 'test_answers'],
    ...['oauth_clients', 'oauth_grants', 'oauth_requests', 'oauth_tokens'],
  ],
  'Credits and payments, which only their member and staff see.': [
    ...['billing_customers', 'billing_events', 'billing_invoices', 'billing_keys', 'billing_subscriptions'],
    ...['billing_walks', 'credit_accounts', 'credit_first_grants', 'credit_holds', 'credit_ledger', 'credit_lots'],
    ...['sandbox_events', 'sandbox_objects', 'sandbox_requests', 'ai_spending'],
  ],
  'Counts and ranks, which may be 60 seconds old.': [
    ...['author_days', 'author_totals', 'contributor_periods', 'demo_copies', 'prompt_copies', 'prompt_counts'],
    ...['skill_downloads', 'skill_download_counts'],
    ...[
      'prompt_views_daily',
      'comparison_votes',
      'tool_counts',
      'votes',
      'vote_tallies',
      'comment_tallies',
      'comparison_counts',
      'leaderboards',
      'filter_counts',
      'filter_count_changes',
    ],
  ],
  'Parts of shown content: comment threads, collection items, pictures of examples, credits of versions.': [
    ...['comment_threads', 'collection_items', 'example_pictures', 'prompt_version_credits'],
  ],
  'Derived from prompts, in the same transaction.': [
    'group_prompts',
    'prompt_authors',
    'prompt_bands',
    'prompt_tags',
    'proofs',
    'search_words',
  ],
  'The server’s own data.': [
    ...['captcha_solutions', 'catalogue_version', 'content_changes', 'daily_salts', 'idempotency_keys', 'letters'],
    ...['notification_events', 'notification_receivers', 'picture_removals', 'prompt_day_closing', 'prompt_embeddings'],
    ...[
      'low_result_notices',
      'model_lists',
      'model_offers',
      'model_states',
      'rate_limits',
      'schema_migrations',
      'site_secrets',
      'starter_parts',
    ],
  ],
}

/** Matches the comment in a statement that tells the database which file of the product sent it. */
const writerComment = /\/\* writer: (\S+) \*\//.source

/**
 * SQL that makes a commit fail if the product has changed what cached pages show without calling `recordContentChange`,
 * which makes all processes drop those pages. Changes that tests make themselves are ignored.
 */
export const contentWatch = `
create function note_recorded_change() returns trigger language plpgsql as $$
begin
  perform set_config('test.recorded', 'yes', true);
  return null;
end $$;
create trigger test_note_recorded_change after insert on content_changes for each statement execute function note_recorded_change();

create function require_recorded_change() returns trigger language plpgsql as $$
begin
  if current_setting('test.writer', true) <> '' and current_setting('test.recorded', true) is distinct from 'yes' then
    raise '%, which cached pages show, without recordContentChange. Call it in the same transaction, or list the column as ignored in test/content-watch.ts.', current_setting('test.writer');
  end if;
  return null;
end $$;
${Object.entries(shownTables)
  .map(([table, shown]) => watchTable(table, shown))
  .join('')}`

function watchTable(table: string, { ignored, if: condition = 'not r is null', addsNothing }: ShownTable): string {
  const isShown = (row: string) => `(${condition.replace(/\br\b/g, row)}) is true`
  const shownColumns = (row: string) => `to_jsonb(${row}) - array[${ignored.map((name) => `'${name}'`)}]::text[]`
  const events = addsNothing ? 'update or delete' : 'insert or update or delete'
  return `
create function note_writer_of_${table}() returns trigger language plpgsql as $$
declare writer text := substring(current_query() from '${writerComment}');
begin
  if writer is not null and (${isShown('old')} or ${isShown('new')}) and ${shownColumns('old')} is distinct from ${shownColumns('new')} then
    perform set_config('test.writer', writer || ' changes ${table}', true);
  end if;
  return null;
end $$;
create trigger test_note_writer after ${events} on ${table} for each row execute function note_writer_of_${table}();
create constraint trigger test_require_recorded_change after ${events} on ${table} deferrable initially deferred
  for each row execute function require_recorded_change();`
}

const changesSomething = /\b(insert|update|delete|merge)\b/i
const isPatched = Symbol.for('test/content-watch')

/** Makes Kysely add a comment to every statement that changes something: the path of the product's file that sent it. */
export function nameWriters(): void {
  const compiler = PostgresQueryCompiler.prototype as PostgresQueryCompiler & { [isPatched]?: boolean }
  if (compiler[isPatched]) return
  compiler[isPatched] = true
  const { compileQuery } = compiler
  compiler.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args)
    if (!changesSomething.test(compiled.sql)) return compiled
    const writer = findProductCaller()?.path
    return writer ? { ...compiled, sql: `${compiled.sql} /* writer: ${writer} */` } : compiled
  }
}
