/** `files` are the files of an area, and `tests` are the tests that should detect changes in them. */
type Area = { files: string[]; tests: string[] }

const serverFiles = (feature: string, names: string) =>
  names.split(' ').map((name) => `src/features/${feature}/server/${name}.ts`)
const serverTests = (feature: string, names: string) =>
  names.split(' ').map((name) => `src/features/${feature}/server/${name}.test.ts`)

/**
 * The areas of mutation testing (docs/proof/mutation.md). Tests run again for each mutant that they cover, so those that
 * kill processes or take a minute are left out. Tables, routes and emails aren't mutated.
 */
export const areas: Record<string, Area> = {
  credits: {
    files: [
      'src/features/credits/rules.ts',
      ...serverFiles(
        'credits',
        'add-grant append-entry close-holds credit-queries expire-grants release-hold grant-allowance',
      ),
      ...serverFiles(
        'credits',
        'lock-account refresh-account reserve-credits return-credits set-allowance settle-hold',
      ),
      ...serverFiles('credits', 'spend-credits batch-spends take-from-grants credit-retention withdraw-allowance'),
    ],
    tests: [
      'src/features/credits/rules.test.ts',
      ...serverTests('credits', 'credits.http ledger grants periods races batch-spends credit-retention'),
    ],
  },
  billing: {
    files: [
      'src/features/billing/rules.ts',
      ...serverFiles(
        'billing',
        'cancel-subscription create-subscription find-customer find-payment-account pay-open-invoice',
      ),
      ...serverFiles('billing', 'reconcile-lists reconcile-payments sync-charge sync-subscription handle-webhook'),
    ],
    tests: [
      'src/features/billing/rules.test.ts',
      ...serverTests(
        'billing',
        'billing.http open-renewals.http reconcile reconcile-lists refunds.http payment-accounts.http',
      ),
      ...serverTests('billing', 'subscribing.http synced-state webhooks.http'),
    ],
  },
  visibility: {
    files: [...serverFiles('catalogue', 'prompt-visibility'), ...serverFiles('comparison', 'comparison-queries')],
    tests: [
      'src/server/pages/visibility.test.ts',
      ...serverTests('writing', 'permissions.http writing.http'),
      ...serverTests('comparison', 'comparing.http hidden-prompt.http voting.http'),
      ...serverTests('moderation', 'apply-ban-effects'),
    ],
  },
  idempotency: {
    files: ['idempotency', 'once-claims', 'once-streaming'].map((name) => `src/platform/work/${name}.ts`),
    tests: ['src/platform/work/idempotency.test.ts', 'src/platform/work/once-streaming.test.ts'],
  },
  accounts: {
    files: [
      ...serverFiles('accounts', 'change-account-status check-new-password require-recent-login confirm-password'),
      ...serverFiles('accounts', 'find-member lock-user complete-login lock-account-status log-in routes'),
      ...serverFiles('accounts', 'one-time-links request-reset secret-token store-password'),
      ...serverFiles(
        'accounts',
        'sessions/end-session sessions/set-session-cookie sessions/session-key sessions/start-session',
      ),
    ],
    tests: [
      'src/server/http/confirmed-addresses.test.ts',
      'src/server/http/pre-hijacking.http.test.ts',
      ...serverTests('moderation', 'decisions.http people.http'),
      ...serverTests('second-factor', 'required-factor.http'),
      ...serverTests(
        'accounts',
        'account-audit.http account-limits.http account-status accounts.http log-in.http own-account.http passwords.http register-user account-retention sessions/session-cookie.http',
      ),
    ],
  },
  'sign-in-methods': {
    files: [
      ...serverFiles('passkeys', 'add-passkey log-in-by-passkey passkey-challenges remove-passkey'),
      ...serverFiles('second-factor', 'otpauth recovery-codes require-factor-state routes'),
      ...serverFiles('second-factor', 'seal-secret set-up-factor spend-code switch-factor-off'),
    ],
    tests: [
      'src/server/http/pre-hijacking.http.test.ts',
      ...serverTests('passkeys', 'passkey-site.http passkeys.http'),
      ...serverTests('second-factor', 'factor-limits.http otpauth required-factor.http seal-secret second-factor.http'),
    ],
  },
  moderation: {
    files: [
      ...serverFiles(
        'moderation',
        'ban-person decide-report apply-ban-effects reportables report-content notify-author',
      ),
      ...serverFiles('moderation', 'undo-actions'),
      ...serverFiles('votes', 'batch-votes cast-vote hold-votes release-votes'),
    ],
    tests: [
      ...serverTests(
        'moderation',
        'apply-ban-effects comparison-reports.http decisions.http emails.http permissions.http people.http removal.http reports.http',
      ),
      ...serverTests('votes', 'batch-votes cast-vote hold-votes votes.http'),
      // Reports of other things than prompts and comparisons are tested where these are.
      ...serverTests('comments', 'comments.http'),
      ...serverTests('change-requests', 'change-requests.http'),
      ...serverTests('notifications', 'notifications.http replies-and-items.http'),
    ],
  },
  'page-cache': {
    files: ['page-cache', 'page-content', 'page-keys'].map((name) => `src/server/pages/${name}.ts`),
    tests: ['page-cache', 'pages', 'page-keys', 'content-watch'].map((name) => `src/server/pages/${name}.test.ts`),
  },
}
