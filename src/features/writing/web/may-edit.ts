import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'

/**
 * Whether a user may edit a prompt. The server enforces this too. Pages call this function so that they don't show a
 * form whose changes the server would reject.
 */
export function mayEdit(user: User, prompt: Pick<Prompt, 'user' | 'audience' | 'status'>): boolean {
  if (prompt.audience) return prompt.audience.mayEdit || (prompt.status !== 'shared' && user.role !== 'user')
  return user.role !== 'user' || isOwn(user, prompt)
}

/** Whether the user is the prompt's author. */
export function isOwn(user: Pick<User, 'username'>, prompt: Pick<Prompt, 'user'>): boolean {
  return user.username.toLowerCase() === prompt.user.username.toLowerCase()
}

/** Explains why somebody can't fork the prompt. Returns null if they can. `user` is null for a visitor. */
export function forkError(
  user: Pick<User, 'username'> | null,
  prompt: Pick<Prompt, 'user' | 'licence'>,
): string | null {
  return user && isOwn(user, prompt) ? null : forkLicenseError(prompt.licence, prompt.licence)
}
