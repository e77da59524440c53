import type { Violation } from './source.ts'

const rule = 'A statement needs no session'

/**
 * Patterns of SQL that changes session state, each with what to use instead. Session state outlives its transaction.
 * Behind a pooler in transaction mode, it is lost or affects other clients.
 */
const forbidden: [RegExp, string][] = [
  [/\bpg_(?:try_)?advisory_(?:lock|unlock)\w*/i, 'Take pg_advisory_xact_lock, which ends with the transaction'],
  [/[`'";]\s*(?:un)?listen\s+["\w]/i, 'Poll, or add a job'],
  [/\bcreate\s+(?:global\s+|local\s+)?temp(?:orary)?\b/i, 'Use a common table expression, unnest or an ordinary table'],
  [/\bwith\s+hold\b/i, 'Read the cursor in its transaction'],
  [/[`'";]\s*set\s+(?!local\b|transaction\b|constraints\b)(?:session\s+)?[a-z_.]+\s*(?:=|\bto\b)/, 'Use `set local`'],
  [/\bset_config\([^()]*,\s*false\s*\)/i, 'Use set_config(…, true), which ends with the transaction'],
  [
    /[`'";]\s*(?:prepare\s+\w+\s+(?:as|\()|deallocate\b|discard\b|load\s+')/i,
    'Use preparedOnce from src/platform/database/prepared-statements.ts',
  ],
]

/** Files that need a session, each with the reason. */
const exceptions: Record<string, string> = {
  'src/cli/restore-database.ts':
    'It sets a timeout for VACUUM, which can’t run in a transaction. A restore refuses to run behind a pooler.',
}

/** Checks that the product's SQL uses no session state, so that it works behind a pooler in transaction mode. */
export function checkSessionState(files: Map<string, string>): Violation[] {
  const product = [...files].filter(([path]) =>
    /^src\/.*(?<!\.test|\.fixture)\.ts$|^db\/migrations\/.*\.sql$/.test(path),
  )
  return product.flatMap(([path, text]) =>
    path in exceptions
      ? []
      : forbidden.flatMap(([pattern, instead]) =>
          [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(({ index }) => ({
            path,
            line: text.slice(0, index + 1).split('\n').length,
            rule,
            message: `This outlives its transaction, which a pooler doesn't allow. ${instead}.`,
          })),
        ),
  )
}
