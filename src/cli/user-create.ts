import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Registration } from '#features/accounts/contract.ts'
import { createAccount, prepareAccount } from '#features/accounts/server/create-account.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { StartError } from '#server/start/start-error.ts'
import type { Command } from './command.ts'
import { commandLine, withMigratedDatabase } from './database.ts'

export const command: Command = {
  summary: 'Creates an account. Reads its password from standard input.',
  operands: ['NAME', 'EMAIL'],
  options: {},
  help: `
The password is the first line of standard input. On a terminal, the command asks for
it and hides what you type. No email is sent. To create the first admin, create an
account, then run user promote.`,
  async run({ operands: [username = '', email = ''] }) {
    const person = parsePerson({ username, email, password: await readPassword() })
    await withMigratedDatabase(async (db) => {
      const account = await prepareAccount(person)
      await inTransaction(db, async (tx) => {
        const id = await createAccount(tx, account, new Date(), hooks)
        await recordAuditEntry(tx, commandLine, { action: 'account.register', target: { kind: 'user', id } })
      })
    })
    console.log(`${username} can sign in now.`)
    return true
  },
}

function parsePerson(input: { username: string; email: string; password: string }) {
  const result = Registration.safeParse(input)
  if (result.success) return result.data
  throw new StartError(result.error.issues.map(({ message }) => message.replace(/\.?$/, '.')).join(' '))
}

/** Reads the first line of standard input. On a terminal, asks for the password and hides what is typed. */
async function readPassword(): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
