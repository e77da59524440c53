import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalidField } from '#platform/errors.ts'
import { accountMessages as messages } from '../rules.ts'

let cached: ReadonlySet<string> | undefined

/** Returns the most common leaked passwords with 6 or more characters, in lower case. The file is read on first use. */
function leakedPasswords(): ReadonlySet<string> {
  cached ??= new Set(
    readFileSync(join(import.meta.dirname, 'leaked-passwords.txt'), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  return cached
}

/**
 * Refuses a password that is a common leaked one, the user's name, their email address or its part before the @, in any
 * letter case. Throws AppError validation_failed.
 */
export function checkNewPassword(field: string, password: string, person: { username: string; email: string }): void {
  const lower = password.toLowerCase()
  if (leakedPasswords().has(lower)) throw invalidField(field, messages.passwordLeaked)
  const ownNames = [person.username, person.email, person.email.split('@')[0]]
  if (ownNames.some((name) => name?.toLowerCase() === lower)) throw invalidField(field, messages.passwordIsName)
}
