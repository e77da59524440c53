import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { TokenDraft } from '#features/tokens/contract.ts'
import { storeToken } from '#features/tokens/server/create-token.ts'
import { utcDay } from '#lib/utc-day.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type Command, type CommandArguments, UsageError } from './command.ts'
import { commandLine, withUser } from './database.ts'

export const command: Command = {
  summary: 'Creates an API token for a user and prints it.',
  operands: ['NAME'],
  options: {
    label: { type: 'string', default: 'command line' },
    scopes: { type: 'string', default: 'read' },
    days: { type: 'string', default: '90' },
    'daily-credits': { type: 'string', default: '30' },
  },
  help: `
--label TEXT        the token's name in the user's settings (default: command line)
--scopes LIST       any of read, write and run, separated by commas (default: read)
--days N            for how many days the token works, up to 365 (default: 90)
--daily-credits N   how many credits the token may spend per day (default: 30)

The token is printed once, with nothing else on standard output. Anyone who has it can act
as this user, within its scopes, until it expires or is revoked in the settings. No email
is sent.`,
  async run(args) {
    const draft = parseDraft(args)
    const { token, expiresAt } = await withUser(args.operands[0] ?? '', (db, userId) =>
      inTransaction(db, async (tx) => {
        await lockWriter(tx, { id: userId })
        return storeToken(tx, commandLine, { userId, draft, now: new Date() })
      }),
    )
    console.error(`The token is valid until ${utcDay(new Date(expiresAt))}.`)
    console.log(token)
    return true
  },
}

function parseDraft({ values }: CommandArguments): TokenDraft {
  const result = TokenDraft.safeParse({
    name: values.label,
    scopes: String(values.scopes)
      .split(',')
      .map((scope) => scope.trim()),
    expiresInDays: Number(values.days),
    dailyCredits: Number(values['daily-credits']),
  })
  if (result.success) return result.data
  const optionNames: Record<string, string> = {
    name: 'label',
    scopes: 'scopes',
    expiresInDays: 'days',
    dailyCredits: 'daily-credits',
  }
  const lines = result.error.issues.map(
    ({ path, message }) => `--${optionNames[String(path[0])]}: ${message.replace(/\.?$/, '.')}`,
  )
  throw new UsageError([...new Set(lines)].join(' '))
}
