/**
 * Every field of a line of the log, and what it has, for docs/log-fields.md (`npm run settings-doc`). Nothing that people wrote,
 * chose or are called belongs into one, but the id of an account.
 */
export const logFields = {
  level: 'How serious it is: 20 debug, 30 info, 40 warn, 50 error. `LOG_LEVEL` leaves out those below.',
  time: 'When, in UTC (ISO 8601).',
  msg: 'What happened, as a fixed text: `request`, `page`, or a sentence.',
  requestId: 'The id of an API request, which its response has in `X-Request-Id`, and a 500 in `error.requestId`.',
  method: 'The method of a request.',
  path: 'The path of a request, without its query and without the secrets of `/feeds/private/` and `/unsubscribe/`.',
  status: 'The status of a response; of a model’s vendor, that of its answer.',
  milliseconds: 'How long the response took.',
  network:
    'The network of the visitor’s address: its first 24 bits, or 48 of IPv6. Missing for requests of the server to itself.',
  member: 'The id of the account that asked, if somebody was signed in.',
  isCached: 'Whether a page came from the page cache.',
  error: 'What failed: its message, or its name, message, code and stack.',
  code: 'The code of the error that a job failed with.',
  reason: 'Why the database accepts no writes: a SQLSTATE, or the code of an error.',
  address: 'The address that the server listens on, or `PUBLIC_URL`.',
  release: 'The version that started.',
  seconds: 'How long a stopping server goes on answering (`DRAIN_SECONDS`).',
  folder: 'Where emails are written to without `SMTP_URL`.',
  files: 'The files of `SITE_DIR` that the site doesn’t use.',
  job: 'The name of a job.',
  id: 'The id of a job.',
  attempt: 'Which attempt of a job failed, from 1 on.',
  emailId: 'The id of an email, which is its `Message-ID` too.',
  place: 'The place of nightly backups: its folder or bucket.',
  file: 'The name of a backup.',
  rows: 'How many rows of a backup were read again.',
  vendor: 'The vendor of a model, such as `anthropic`.',
  model: 'The name of a model.',
  failure: 'What a vendor answered instead, or what failed at asking it.',
  provider: 'The provider of the captcha.',
  account: 'The account at Stripe of earlier subscriptions, or `sandbox`.',
  present: 'The account at Stripe that counts now.',
  count: 'How many of these subscriptions are active.',
  worker: 'The number of a worker, which its replacement takes over.',
  pid: 'The id of its process.',
  end: 'How a worker ended: its exit status, or the signal.',
  restartMs: 'In how many milliseconds it is started again.',
} as const

type Missing = 'Describe this field in src/server/platform/log-fields.ts, then run npm run settings-doc'
/** Fields of a line, none of which is missing in `logFields`: the compiler says so, also of those that are spread. */
export type LogFields<Fields extends object> = Fields & Record<Exclude<keyof Fields, keyof typeof logFields>, Missing>

/** A structured log: fields first, then the message, like pino's. */
export type Log = {
  debug<Fields extends object>(fields: LogFields<Fields>, message: string): void
  info<Fields extends object>(fields: LogFields<Fields>, message: string): void
  warn<Fields extends object>(fields: LogFields<Fields>, message: string): void
  error<Fields extends object>(fields: LogFields<Fields>, message: string): void
}
