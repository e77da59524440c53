import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { deleteOldData, retentionDays } from './housekeeping.ts'
import { recordAuditEntry } from './platform/audit.ts'
import { inTransaction } from './platform/db.ts'
import { createLimits } from './platform/limits.ts'

let testSite: TestSite
let folder: string
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'house-'))
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

/** Returns a clock that is ahead by this many days. */
const clockAhead = (days: number) => () => new Date(Date.now() + days * 24 * 3600 * 1000)

async function counts() {
  const { db } = testSite
  const count = async (table: 'rateLimits' | 'captchaSolutions' | 'letters' | 'auditLog') =>
    (await db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()).rows
  const [limits, captcha, emails, auditEntries] = [
    await count('rateLimits'),
    await count('captchaSolutions'),
    await count('letters'),
    await count('auditLog'),
  ]
  return { limits, captcha, emails, auditEntries, files: (await readdir(join(folder, 'outbox'))).sort() }
}

it('deleteOldData deletes old data and nothing else', async () => {
  const { db } = testSite
  const outbox = join(folder, 'outbox')
  // The folder for emails may not exist yet.
  await deleteOldData({ db, outbox: join(folder, 'not there yet'), now: clockAhead(0) })

  await mkdir(outbox)
  for (const name of ['old.eml', 'new.eml', 'notes.txt']) await writeFile(join(outbox, name), 'x')
  const longAgo = clockAhead(-retentionDays.emails - 1)()
  for (const name of ['old.eml', 'notes.txt']) await utimes(join(outbox, name), longAgo, longAgo)
  await createLimits(db).take({ name: 'login', points: 5, seconds: 900 }, 'anna')
  await db
    .insertInto('captchaSolutions')
    .values({ hash: Buffer.from('a'), expiresAt: clockAhead(0.1)() })
    .execute()
  await inTransaction(db, async (tx) => {
    await testSite.mail.send(tx, { to: 'anna@example.test', subject: 'S', text: 'T', key: 'k' })
    await recordAuditEntry(tx, { kind: 'system', name: 'test' }, { action: 'x' })
  })

  await deleteOldData({ db, outbox, now: clockAhead(0) })
  expect(await counts()).toEqual({ limits: 1, captcha: 1, emails: 1, auditEntries: 1, files: ['new.eml', 'notes.txt'] })
  await deleteOldData({ db, outbox, now: clockAhead(retentionDays.emails + 1) })
  expect(await counts()).toEqual({ limits: 0, captcha: 0, emails: 0, auditEntries: 1, files: ['notes.txt'] })
  await deleteOldData({ db, outbox, now: clockAhead(retentionDays.auditEntries + 1) })
  expect(await counts()).toMatchObject({ auditEntries: 0 })
})
