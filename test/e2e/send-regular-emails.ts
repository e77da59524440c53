import { withDatabase } from '#cli/database.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { sendRegularEmails } from '#features/notifications/server/send-regular-emails.ts'
import { createMail } from '#platform/mail.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { noLog } from '#server/telemetry/request-log.ts'

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000)

// Delivers the waiting events, and queues next week's digests, which the server then sends. The argument is the URL of
// the server.
const [origin = ''] = process.argv.slice(2)
await withDatabase(async (db) => {
  await deliverEvents(db, () => new Date())
  const jobs = createJobQueue(db, noLog)
  const mail = createMail({ db, jobs, transport: async () => undefined, now: () => new Date(), log: noLog })
  await sendRegularEmails({ db, now: nextWeek, mail, sendsEmail: true, siteName: 'Prompts', origin: () => origin })
  await jobs.stop()
})
