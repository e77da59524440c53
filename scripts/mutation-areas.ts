/** The files of an area with its decisions, and the tests that must notice a change in them. */
type Area = { files: string[]; tests: string[] }

const server = (feature: string, names: string) =>
  names.split(' ').map((name) => `src/features/${feature}/server/${name}.ts`)
const tests = (feature: string, names: string) =>
  names.split(' ').map((name) => `src/features/${feature}/server/${name}.test.ts`)

/**
 * The areas of mutation testing (docs/mutation.md). Without tables, routes and letters, and without tests that kill
 * processes or run for a minute, since each mutant would wait for them.
 */
export const areas: Record<string, Area> = {
  credits: {
    files: [
      'src/features/credits/rules.ts',
      ...server(
        'credits',
        'add-lot append-entry close-holds credit-queries expire-lots give-back-hold grant-allowance',
      ),
      ...server('credits', 'lock-account refresh-account reserve-credits return-credits set-allowance settle-hold'),
      ...server('credits', 'spend-credits spend-together take-credits tidy-credits withdraw-allowance'),
    ],
    tests: [
      'src/features/credits/rules.test.ts',
      ...tests('credits', 'credits.http ledger lots periods races spend-together tidy-credits'),
    ],
  },
  billing: {
    files: [
      'src/features/billing/rules.ts',
      ...server('billing', 'cancel-subscription create-subscription find-customer find-side pay-open-invoice'),
      ...server('billing', 'reconcile-lists reconcile-payments sync-charge sync-subscription take-webhook'),
    ],
    tests: [
      'src/features/billing/rules.test.ts',
      ...tests('billing', 'billing.http open-renewals.http reconcile reconcile-walk refunds.http sides.http'),
      ...tests('billing', 'subscribing.http synced-state webhooks.http'),
    ],
  },
  visibility: {
    files: [...server('catalogue', 'prompt-visibility'), ...server('comparison', 'comparison-queries')],
    tests: [
      'src/server/visibility.test.ts',
      ...tests('writing', 'ownership.http writing.http'),
      ...tests('comparison', 'comparing.http hidden-prompt.http judging.http'),
      ...tests('moderation', 'follow-ban'),
    ],
  },
  idempotency: {
    files: ['idempotency', 'once-claims', 'once-streaming'].map((name) => `src/server/platform/${name}.ts`),
    tests: ['src/server/platform/idempotency.test.ts', 'src/server/platform/once-streaming.test.ts'],
  },
  accounts: {
    files: [
      ...server('accounts', 'change-password change-standing check-new-password confirm-again confirm-password'),
      ...server('accounts', 'end-session find-member give-session hold-person let-in lock-standing log-in'),
      ...server('accounts', 'one-time-links request-reset reset-password secret-token session-key start-session'),
      ...server('accounts', 'store-password verify-email'),
    ],
    tests: tests(
      'accounts',
      'account-acts.http account-limits.http accounts.http own-account.http passwords.http register-user remove-expired session-cookie.http',
    ),
  },
  'ways-in': {
    files: [
      ...server('passkeys', 'add-passkey log-in-by-passkey passkey-challenges remove-passkey'),
      ...server('second-factor', 'confirm-factor log-in-by-code otpauth recovery-codes require-factor'),
      ...server('second-factor', 'seal-secret set-up-factor spend-code switch-factor-off take-code'),
    ],
    tests: [
      'src/server/pre-hijacking.http.test.ts',
      ...tests('passkeys', 'passkey-site.http passkeys.http'),
      ...tests('second-factor', 'factor-limits.http otpauth owed-factor.http seal-secret second-factor.http'),
    ],
  },
  moderation: {
    files: [
      ...server('moderation', 'ban-person decide-report follow-ban lock-reported reopen-report take-down tell-author'),
      ...server('moderation', 'undo-acts'),
      ...server('votes', 'cast-vote hold-votes release-votes'),
    ],
    tests: [
      ...tests(
        'moderation',
        'comparison-reports.http follow-ban letters.http ownership.http people.http removal.http reports.http',
      ),
      ...tests('votes', 'hold-votes votes.http'),
    ],
  },
  'page-cache': {
    files: ['page-cache', 'page-content', 'page-keys'].map((name) => `src/server/${name}.ts`),
    tests: ['src/server/page-cache.test.ts', 'src/server/page-keys.test.ts', 'src/server/content-watch.test.ts'],
  },
}
