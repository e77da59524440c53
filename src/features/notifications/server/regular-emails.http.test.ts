import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { forEachEmail, type RegularEmail, regularEmailNames } from '../regular-email-rules.ts'
import { unsubscribePath, unsubscribeToken } from './unsubscribe-token.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ site: { sendsEmail: true, publicOrigin: 'http://prompts.test' } })
})
afterAll(() => testSite.close())

const path = '/api/user/notification-settings'
async function addReader(name: string) {
  const id = await testSite.addUser(name)
  await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
  return id
}

it('each choice that notification_receivers stores is a regular email', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'notification_receivers'::regclass
      and atttypid = 'bool'::regtype and not attisdropped order by attnum`.execute(testSite.db)
  const unlisted = rows.map(({ name }) => name).filter((name) => !regularEmailNames.includes(name as RegularEmail))
  expect(unlisted, 'an email that members can choose needs an entry in regular-email-rules.ts').toEqual([])
})

describe.each(regularEmailNames)('the email %s', (email) => {
  it('is off until a member asks for it; then it is stored, shown and exported', async () => {
    const id = await addReader(`asks_for_${email}`)
    expect((await testSite.request(path, { as: id })).body[email]).toBe(false)
    const edited = await testSite.request(path, { as: id, method: 'PATCH', json: { [email]: true } })
    expect(edited.body).toMatchObject({ ...forEachEmail((one) => one === email), digestNeeds: null })
    expect((await testSite.request(path, { as: id })).body[email]).toBe(true)
    const { body } = await testSite.request('/api/user/export', { as: id })
    expect(body.notificationSettings[email]).toBe(true)
  })

  it('is ended by its own link, which ends no other email', async () => {
    const id = await addReader(`ends_${email}`)
    await testSite.request(path, { as: id, method: 'PATCH', json: forEachEmail(() => true) })
    const token = await unsubscribeToken(testSite.db, { userId: id, email })
    expect((await testSite.app.request(unsubscribePath + token, { method: 'POST' })).status).toBe(200)
    expect((await testSite.request(path, { as: id })).body).toMatchObject(forEachEmail((one) => one !== email))
  })

  it(`is sent by one file, which makes its link: unsubscribeToken(…, { userId, email: '${email}' })`, () => {
    const senders = globSync('*.ts', { cwd: import.meta.dirname })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes(`email: '${email}'`))
    expect(senders).toHaveLength(1)
  })
})
