/**
 * The fields that a log line can have, with their descriptions for `docs/log-fields.md` (`npm run settings-doc`).
 * Except for `path`, which may name a user or a prompt, no field may contain the name of a person or a text that
 * somebody wrote. The id of an account is allowed.
 */
export const logFields = {
  level: 'The severity: 20 debug, 30 info, 40 warn, 50 error. Lines below `LOG_LEVEL` are left out.',
  time: 'The time in UTC (ISO 8601).',
  msg: 'What happened, as a fixed text: `request`, `page`, or a sentence.',
  requestId: 'The id of an API request, which is also in the header `X-Request-Id` and in the body of an error.',
  method: 'The method of a request.',
  path: 'The path of a request, without its query and without the secrets of `/feeds/private/` and `/unsubscribe/`.',
  status: 'The status of a response from this site or from a model’s vendor.',
  milliseconds: 'How long the response took.',
  network:
    'The network of the visitor’s address: its first 24 bits, or 48 for IPv6. Missing if the server called itself.',
  member: 'The id of the account that sent the request, if somebody was signed in.',
  isCached: 'Whether a page came from the page cache.',
  error: 'The error: its message, or its name, message, code, stack and cause.',
  code: 'The code of the error with which a job failed.',
  reason: 'Why the database accepts no writes: a SQLSTATE or an error code.',
  address: 'The address that the server listens on, or `PUBLIC_URL`.',
  release: 'The version that started.',
  seconds: 'How long a stopping server keeps responding (`DRAIN_SECONDS`).',
  folder: 'The folder in which emails are stored if `SMTP_URL` is unset.',
  files: 'The files of `SITE_DIR` that the site doesn’t use.',
  job: 'The name of a job.',
  work: 'The name of the periodic work that failed.',
  id: 'The id of a job.',
  attempt: 'The number of the failed attempt of a job, starting at 1.',
  emailId: 'The id of an email, which is also its `Message-ID`.',
  place: 'Where nightly backups are stored: the folder or bucket.',
  file: 'The name of a backup.',
  rows: 'The number of rows in a nightly backup.',
  vendor: 'The vendor of a model, such as `anthropic`.',
  model: 'The name of a model.',
  failure: 'What went wrong in a question to a model, such as the vendor’s error.',
  provider: 'The captcha provider.',
  account: 'The Stripe account of earlier subscriptions, or `sandbox`.',
  present: 'The Stripe account that is used now, or `sandbox`. Missing if payments are off.',
  count: 'How many of the subscriptions of `account` haven’t ended.',
  worker: 'The number of a worker. Its replacement gets the same number.',
  pid: 'The process id of a worker.',
  end: 'How a worker ended: its exit status or the signal.',
  restartMs: 'The delay before a worker is restarted, in milliseconds.',
} as const

type Undescribed<Fields> = Exclude<keyof Fields, keyof typeof logFields> & string
type Refusal<Name extends string> =
  `Describe the field “${Name}” in src/platform/log-fields.ts, then run npm run settings-doc`
/**
 * Requires each field of a line to be in `logFields`, including fields that are spread. The compiler's message says
 * what to do.
 */
export type LogFields<Fields extends object> = [Undescribed<Fields>] extends [never]
  ? Fields
  : Record<Refusal<Undescribed<Fields>>, true>

/** A structured log. As with pino, the fields come before the message. */
export type Log = {
  debug<Fields extends object>(fields: LogFields<Fields>, message: string): void
  info<Fields extends object>(fields: LogFields<Fields>, message: string): void
  warn<Fields extends object>(fields: LogFields<Fields>, message: string): void
  error<Fields extends object>(fields: LogFields<Fields>, message: string): void
}
