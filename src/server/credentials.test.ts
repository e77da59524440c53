import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { inTransaction } from '#platform/database/db.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { credentialsOf } from './credentials.ts'
import { hooks } from './hooks.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const credentials = credentialsOf({ keys: {} })

/** Columns that look like a secret but let nobody in and show nothing, each with the reason. */
const harmless: Record<string, string> = {
  'billing_keys.key_hash': 'which payment account the rows belong to',
  'captcha_solutions.hash': 'a solution that was used',
  'comments.model_key': 'the name of a model',
  'comparison_answers.time_to_first_token': 'a duration',
  'comparison_answers.tokens': 'counts',
  'comparison_counts.key': 'which list is counted',
  'comparisons.draw_key': 'a random place in an order',
  'content_changes.keys': 'what changed',
  'credit_holds.op_key': 'which run reserved credits',
  'credit_holds.token_id': 'the id of an API token, not its secret',
  'credit_ledger.op_key': 'which run spent credits',
  'credit_lots.source_key': 'which period or invoice granted credits',
  'credited_authors.key': 'a name in lower case',
  'daily_salts.salt': 'hides visitors in counts, and is deleted after two days',
  'example_pictures.key': 'part of a picture’s public address',
  'featured_answers.content_hash': 'whether a text is the same',
  'group_collection_keys.key': 'which collection of another site it was, by its id there',
  'group_import_keys.key': 'which prompt of another site it was, by its id there',
  'idempotency_keys.key': 'a number that a client chose, valid only with its session or token',
  'idempotency_keys.request_hash': 'whether a body is the same',
  'letters.key': 'which email was sent',
  'oauth_requests.id_hash': 'an app’s request, which only works with a cookie of the browser and a session',
  'picture_removals.key': 'part of a picture’s former address',
  'profiles.pins': 'prompts on a person’s page',
  'prompt_counts.key': 'the name of a filter',
  'prompts.content_hash': 'whether a text is the same',
  'prompts.import_key': 'whether a prompt was imported before',
  'rate_limits.key': 'who has used a limit, as a hash',
  'sandbox_requests.key': 'a request to the imitation of a payment provider',
  'sandbox_requests.request_hash': 'whether a body is the same',
  'site_secrets.secret': 'the site’s own keys, which sign and seal',
  'test_answers.own_key': 'whether the member’s own key at a vendor was used; the key isn’t stored',
  'test_answers.time_to_first_token': 'a duration',
  'test_answers.tokens': 'counts',
  'tool_pictures.key': 'part of a picture’s public address',
  'tools.mark_key': 'part of a picture’s public address',
  'tools.picture_key': 'part of a picture’s public address',
  'webhooks.secret': 'signs what the site sends to a member’s own address; opens nothing',
  'worked_examples.content_hash': 'whether a text is the same',
}

describe('the table of credentials', () => {
  it('has each column of the database that looks like a secret, unless it is listed as harmless with a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '(^|_)(token|secret|hash|key|password|salt|challenge|ticket|nonce|credential|code|pin|signature)s?(_id|_hash)?$'
      order by 1`.execute(testSite.db)
    const known = new Set([...credentials.flatMap(({ secrets }) => secrets), ...Object.keys(harmless)])
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    const existing = new Set(rows.map(({ name }) => name))
    expect([...known].filter((name) => !existing.has(name))).toEqual([])
  })

  it('names parts of the export, and files of the settings page', async () => {
    const { cookie } = await signUp(testSite, 'Exporter')
    const { body } = await testSite.request('/api/user/export', { headers: { cookie } })
    for (const { name, exported, settings } of credentials) {
      if (typeof exported !== 'string') expect(Object.keys(body), name).toContain(exported.part)
      if (typeof settings !== 'string') expect(existsSync(settings.file), settings.file).toBe(true)
    }
  })

  it('is the same in docs/security.md', () => {
    const shown = (at: unknown) => (typeof at === 'string' ? `stay (${at})` : 'end')
    const lines = credentials.map(
      ({ name, at }) => `- ${name}: reset: ${shown(at.reset)}; change: ${shown(at.change)}; ban: ${shown(at.ban)}.\n`,
    )
    const document = readFileSync('docs/security.md', 'utf8')
    expect(lines.filter((line) => !document.includes(line))).toEqual([])
  })

  it('names tables that are deleted with the account', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass and confdeltype = 'c'`.execute(testSite.db)
    const tables = new Set(credentials.flatMap(({ secrets }) => secrets.map((name) => name.split('.')[0] as string)))
    const remaining = [...tables].filter((table) => !rows.some(({ name }) => name === table))
    // Invitations belong to the site.
    expect(remaining).toEqual(['invitations'])
  })
})

describe('the private feed', () => {
  const feedStatus = async (url: string) => (await testSite.app.request(new URL(url).pathname)).status
  async function addFeed(username: string) {
    const person = await signUp(testSite, username)
    const { cookie } = person
    const { body } = await testSite.request('/api/user/notification-feed', { method: 'POST', headers: { cookie } })
    expect(await feedStatus(body.url)).toBe(200)
    return { ...person, url: body.url as string }
  }

  it('ends when the password is changed', async () => {
    const { cookie, url } = await addFeed('Changer')
    const json = { currentPassword: goodPassword, newPassword: 'another long password 7' }
    const response = await testSite.request('/api/password/change', { method: 'POST', json, headers: { cookie } })
    expect(response.status).toBe(204)
    expect(await feedStatus(url)).toBe(404)
    await testSite.runJobs()
    const texts = testSite.outbox().map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('the address of your private feed'))
  })

  it('ends when the password is reset', async () => {
    const { email, url } = await addFeed('Resetter')
    await testSite.request('/api/password/forgot', { method: 'POST', json: { email } })
    await testSite.runJobs()
    const token = /token=([\w-]+)/.exec(testSite.outbox().at(-1)?.text ?? '')?.[1]
    const json = { token, password: 'another long password 7' }
    expect((await testSite.request('/api/password/reset', { method: 'POST', json })).status).toBe(204)
    expect(await feedStatus(url)).toBe(404)
  })

  it('ends with a ban, and doesn’t work again once the ban is lifted', async () => {
    const { id, url } = await addFeed('Troll')
    const actor = { kind: 'system', name: 'test' } as const
    for (const banned of [true, false])
      await inTransaction(testSite.db, (tx) => setBanned(tx, hooks, actor, { userId: id, banned }))
    expect(await feedStatus(url)).toBe(404)
  })
})
