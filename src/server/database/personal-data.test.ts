import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { snakeCase } from '../../../scripts/structure/source.ts'

/** A column that identifies a user. `parents`: the columns that it references with `on delete cascade`. */
type PersonalColumn = { name: string; table: string; column: string; parents: string[] }

let testSite: TestSite
let columns: PersonalColumn[]
let person: Awaited<ReturnType<typeof signUp>>
// The spy is set before any connection is opened, since a connection keeps the `query` function that it starts with.
const query = vi.spyOn(pg.Client.prototype, 'query')
beforeAll(async () => {
  testSite = await createTestSite()
  columns = await findPersonalColumns()
  person = await signUp(testSite, 'Somebody')
})
afterAll(async () => {
  await testSite.close()
  query.mockRestore()
})

/**
 * Finds the columns that contain a user's id or an email address. An id is recognized by a direct or indirect foreign
 * key to users or, if there is none, by the column's name.
 */
async function findPersonalColumns(): Promise<PersonalColumn[]> {
  const { rows } = await sql<Omit<PersonalColumn, 'name'>>`
    with recursive keys as (
      select c.conrelid, k.here, c.confrelid, k.there, c.confdeltype = 'c' as cascades
      from pg_constraint c, unnest(c.conkey, c.confkey) as k(here, there)
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace),
    linked as (
      select 'users'::regclass::oid as relation, attnum as "column"
      from pg_attribute where attrelid = 'users'::regclass and attname = 'id'
      union
      select keys.conrelid, keys.here from keys join linked on keys.confrelid = linked.relation and keys.there = linked."column")
    select a.attrelid::regclass::text as table, a.attname::text as column, array(
      select keys.confrelid::regclass || '.' || there.attname from keys
      join pg_attribute there on there.attrelid = keys.confrelid and there.attnum = keys.there
      where keys.cascades and keys.conrelid = a.attrelid and keys.here = a.attnum) as parents
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.attrelid <> 'users'::regclass
      and ((a.attrelid, a.attnum) in (select relation, "column" from linked)
        or a.attname ~ '(^|_)(user_id|actor_id|email|recipient)$'
        or (a.atttypid = 'uuid'::regtype and a.attname ~ '_by$'))
    order by 1, 2`.execute(testSite.db)
  return rows.map((row) => ({ ...row, name: `${row.table}.${row.column}` }))
}

/** Returns the SQL statements that are sent while `act` runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  query.mockClear()
  await act()
  return query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  )
}

/** Returns the columns that appear in a statement where their table follows one of `keywords`, such as `from|join`. */
function columnsIn(statements: string[], keywords: string): string[] {
  return columns
    .filter(({ table, column }) => {
      const names = new RegExp(`\\b(${keywords})\\s+"?${table}\\b`, 'i')
      return statements.some((text) => names.test(text) && new RegExp(`\\b${column}\\b`).test(text))
    })
    .map(({ name }) => name)
}

const totalReason = 'A total of rows that the export contains.'
const staffReason = 'Which moderator or admin acted; the audit log has it.'

/** The columns that the export omits, each with the reason. */
const notExported: Record<string, string> = {
  'account_tokens.email': 'The address of the account, until the link or ticket is used or expires.',
  'account_tokens.user_id': 'Secrets of links and tickets, which expire within a day.',
  'approvals.decider_id': 'Decisions about what others sent; the audit log has them.',
  'authenticators.user_id': 'A secret: the export says whether there is one.',
  'author_days.user_id': totalReason,
  'author_totals.user_id': totalReason,
  'billing_customers.user_id': 'The provider’s id for the person; the invoices show what was paid.',
  'billing_subscriptions.user_id': 'A copy of the provider’s data; the invoices show what was paid.',
  'blind_rounds.comparison_owner': 'The owner of a published comparison, which is shown without a name.',
  'collection_items.comparison_owner': 'The owner of a comparison in a collection; it is in that owner’s export.',
  'contact_messages.done_by': staffReason,
  'contributor_periods.user_id': totalReason,
  'credit_lots.user_id': 'What remains of each grant; it can be computed from the credit history.',
  'group_handovers.user_id': 'Deleted by a job within minutes.',
  'group_prompts.user_id': 'A copy of the prompt’s author, which triggers keep.',
  'idempotency_keys.user_id': 'Responses, stored for a day in case a request is repeated.',
  'letters.recipient': 'Unsent emails; sending them deletes the address.',
  'notification_events.receiver_id': 'The receiver of a decision; it is in the notifications.',
  'oauth_tokens.user_id': 'Secrets; the export lists the apps that have them.',
  'passkey_challenges.user_id': 'Random numbers, valid for minutes.',
  'passwords.user_id': 'A hash, which only helps an attacker.',
  'prompt_version_credits.user_id': 'Which suggested edits became versions; it is in changeRequests.',
  'prompts.deleted_by': staffReason,
  'report_cases.comparison_owner': 'The owner of a comparison that others reported; reports belong to the reporters.',
  'report_cases.decided_by': staffReason,
  'results.user_id': 'The first lines of comparisons, test runs and examples, which the export contains.',
  'takedowns.asked_by': staffReason,
}

/** The columns that this test doesn't find erased with the account, each with the reason. */
const notErased: Record<string, string> = {
  'account_tokens.email': 'Its row is deleted by user_id.',
  'approvals.decider_id': 'Set to null; what others sent remains.',
  'audit_log.actor_id': 'The log keeps the id of who acted, which no longer has a name.',
  'billing_invoices.user_id': 'Invoices must be kept by law; the id no longer identifies anybody.',
  'contact_messages.done_by': 'A former moderator or admin; the message is deleted by age.',
  'group_handovers.user_id': 'Set to null; a job deletes the row within minutes.',
  'group_prompts.user_id': 'Triggers change or delete it with the prompt.',
  'prompt_reviews.owner_id': 'A trigger clears it with the membership (0192_prompt_reviews.sql).',
  'takedowns.asked_by': 'A former moderator or admin; the row is deleted when the takedown is done.',
}

/** The columns of `users` that the export omits, each with the reason. */
const notInAccount: Record<string, string> = {
  ban_expires: 'Unused (docs/decisions/031-upgrades.md).',
  ban_reason: 'Unused.',
  banned: 'Banned users can’t sign in to export.',
  email_verified_at: 'An audit log entry in the part `acts` has the time.',
  image: 'Unused.',
  name: 'Unused.',
  two_factor_enabled: 'It is in the part `secondFactor`.',
  updated_at: 'When any of the other columns changed.',
}
/** The columns whose field in the export has another name. */
const accountNames: Record<string, string> = { display_username: 'username' }

it('each column of users is in the export (getOwnUser), or in notInAccount with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped order by 1`.execute(testSite.db)
  const { body } = await testSite.request('/api/user/export', { headers: { cookie: person.cookie } })
  const exported = Object.keys(body.account).map(snakeCase)
  const missing = rows.map(({ name }) => name).filter((name) => !exported.includes(accountNames[name] ?? name))
  expect(missing).toEqual(Object.keys(notInAccount))
})

describe('a column that identifies a person', () => {
  it('is in the export of the user’s data (exportParts in src/server/hooks.ts), or in notExported with a reason', async () => {
    const statements = await statementsOf(async () => {
      const request = { headers: { cookie: person.cookie } }
      expect((await testSite.request('/api/user/export', request)).status).toBe(200)
    })
    const read = columnsIn(statements, 'from|join')
    expect(columns.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual(Object.keys(notExported))
  })

  it('is erased with the account (by a cascade, or onAccountDeleted in src/server/hooks.ts), or in notErased with a reason', async () => {
    const statements = await statementsOf(async () => {
      const json = { password: goodPassword, prompts: 'delete' }
      const request = { method: 'DELETE', json, headers: { cookie: person.cookie } }
      expect((await testSite.request('/api/user', request)).status).toBe(204)
    })
    const erased = columnsIn(statements, 'delete from|update')
    const isErased = (name: string): boolean =>
      name === 'users.id' ||
      erased.includes(name) ||
      (columns.find((column) => column.name === name)?.parents.some(isErased) ?? false)
    expect(columns.map(({ name }) => name).filter((name) => !isErased(name))).toEqual(Object.keys(notErased))
  })
})
