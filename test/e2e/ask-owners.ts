import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'
import { askOwners } from '#features/approvals/server/ask-owners.ts'
import { createMail } from '#platform/mail.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { noLog } from '#server/telemetry/request-log.ts'

// Makes the prompts of a group due for review, and asks those who answer for them, as the job does every hour. With a
// number of days, they were asked that long ago. The arguments are the group's slug and the number.
const [slug = '', days = '0'] = process.argv.slice(2)
await withDatabase(async (db) => {
  const inGroup = sql`group_id = (select id from groups where slug = ${slug})`
  await sql`update prompt_reviews set due_at = now() - interval '1 day' where ${inGroup}`.execute(db)
  const jobs = createJobQueue(db, noLog)
  const now = () => new Date()
  const mail = createMail({ db, jobs, transport: async () => undefined, now, log: noLog })
  await askOwners({ db, now, mail, sendsEmail: false, siteName: 'Prompts', origin: () => '' })
  await sql`update prompt_reviews set asked_at = asked_at - make_interval(days => ${Number(days)}) where ${inGroup}`.execute(
    db,
  )
  await jobs.stop()
})
