import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db.ts'
import type { Accounts, PromptsFate } from './account-hooks.ts'
import { confirmPassword } from './confirm-password.ts'
import { eraseAccount } from './erase-account.ts'
import { holdMember } from './hold-person.ts'

/**
 * Deletes one's own account with all that names its person, in one transaction; prompts stay under "deleted-user" or go
 * too. A feature that forgot its part makes it fail: nothing may point at a person who is gone.
 * AppError forbidden (wrong password), rate_limited, overloaded.
 */
export async function deleteAccount(
  accounts: Accounts,
  member: Member,
  { password, prompts }: PromptsFate & { password: string },
): Promise<void> {
  await confirmPassword(accounts, member, password)
  await inTransaction(accounts.db, async (tx) => {
    const { email } = await holdMember(tx, member)
    await accounts.mail.forget(tx, email)
    await recordAct(tx, member, {
      action: 'account.delete',
      target: { kind: 'user', id: member.id },
      details: { prompts },
    })
    await eraseAccount(tx, accounts.hooks, member.id, { prompts })
  })
}
