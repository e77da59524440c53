import { join } from 'node:path'
import {
  createAltchaCaptcha,
  createThirdPartyCaptcha,
  noCaptchaRequired,
  type SiteCaptcha,
} from '#features/captcha/server/create-captcha.ts'
import { createSentenceSearch, type SentenceSearch } from '#features/embeddings/server/create-sentence-search.ts'
import { createViewCounter, type ViewCounter } from '#features/views/server/count-view.ts'
import type { Db } from '#platform/database/db.ts'
import { createLimits, type Limits, noLimits } from '#platform/limits.ts'
import type { Log } from '#platform/log-fields.ts'
import { createMail, type Mail } from '#platform/mail.ts'
import { createJobQueue, type JobQueue } from '../jobs/job-queue.ts'
import { outboxTransport, smtpTransport } from '../jobs/nodemailer.ts'
import { captchaKeys, type Settings } from '../settings/settings.ts'

/** The services that features use, apart from the database. */
export type Services = {
  limits: Limits
  captcha: SiteCaptcha
  jobs: JobQueue
  mail: Mail
  /** Whether emails are delivered (SMTP_URL). If so, members can confirm their addresses. */
  sendsEmail: boolean
  views: ViewCounter
  sentences: SentenceSearch
  now: () => Date
}

export function createServices(settings: Settings, db: Db, log: Log): Services {
  const now = () => new Date()
  const jobs = createJobQueue(db, log)
  return {
    now,
    jobs,
    views: createViewCounter(),
    sentences: createSentenceSearch(db, log, settings.SENTENCE_SEARCH),
    limits: settings.RATE_LIMITS === 'off' ? noLimits : createLimits(db),
    captcha: createCaptcha(settings, db, log, now),
    sendsEmail: settings.SMTP_URL !== undefined,
    mail: createMail({ db, jobs, now, log, transport: createTransport(settings) }),
  }
}

/** The folder where a site without SMTP stores its emails. */
export function outboxFolder({ DATA_DIR }: Settings): string {
  return join(DATA_DIR, 'outbox')
}

function createTransport(settings: Settings) {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, SITE_NAME } = settings
  if (SMTP_URL && MAIL_FROM) return smtpTransport({ url: SMTP_URL, from: MAIL_FROM })
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'
  const from = MAIL_FROM ?? `"${SITE_NAME.replace(/["\\]/g, '')}" <no-reply@${host}>`
  return outboxTransport({ folder: outboxFolder(settings), from })
}

function createCaptcha(settings: Settings, db: Db, log: Log, now: () => Date): SiteCaptcha {
  if (settings.CAPTCHA === 'off') return noCaptchaRequired
  const keys = captchaKeys(settings)
  return keys ? createThirdPartyCaptcha(keys, log) : createAltchaCaptcha(db, now)
}
