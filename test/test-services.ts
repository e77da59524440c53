import { noCaptchaRequired } from '#features/captcha/server/create-captcha.ts'
import { createSentenceSearch } from '#features/embeddings/server/create-sentence-search.ts'
import { createViewCounter } from '#features/views/server/count-view.ts'
import type { Db } from '#platform/database/db.ts'
import { createLimits, noLimits } from '#platform/limits.ts'
import { createMail, type OutgoingMail } from '#platform/mail.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import type { Services } from '#server/start/services.ts'
import { noLog } from '#server/telemetry/request-log.ts'

/**
 * Creates the services for an app in a test. They have no captcha, no sentence search and, unless `limits` is true, no
 * limits on requests. Emails are collected in `outbox`.
 */
export function createTestServices(
  db: Db,
  { now = () => new Date(), limits = false }: { now?: () => Date; limits?: boolean } = {},
): Services & { outbox: OutgoingMail[] } {
  const outbox: OutgoingMail[] = []
  const jobs = createJobQueue(db, noLog)
  const post = async (message: OutgoingMail) => {
    outbox.push(message)
  }
  const mail = createMail({ db, jobs, now, transport: post, log: noLog })
  return {
    now,
    jobs,
    mail,
    outbox,
    sendsEmail: false,
    captcha: noCaptchaRequired,
    limits: limits ? createLimits(db) : noLimits,
    views: createViewCounter(),
    sentences: createSentenceSearch(db, noLog, 'off'),
  }
}
