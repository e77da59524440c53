import { openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { readEvents } from './read-events.ts'
import { createTestServices } from './test-services.ts'

// A program that a test starts and kills. It uses the generator with `stalls`, a model that begins an answer and never
// finishes it, and prints “text” when the answer has begun. The argument is JSON: the database's connection, a member's
// cookie, and the base URL of a fake vendor.
const { connection, cookie, baseUrl } = JSON.parse(process.argv[2] as string)
const { db } = openPool(connection, console.error)
const vendors = { openai: { key: 'sk-site-12345678', baseUrl, models: 'stalls=7' } }
const { outbox: _, ...services } = createTestServices(db)
const app = createApp({ ...services, db, models: { vendors, dailyBudget: null } })
const response = await app.request('/api/prompt-generator', {
  method: 'POST',
  headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'killed' },
  body: JSON.stringify({ idea: 'Write a letter', model: 'stalls' }),
})
await readEvents(response, ({ event }) => event === 'delta' && process.stdout.write('text'))
