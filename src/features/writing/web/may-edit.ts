import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'

/**
 * Whether a user may change a prompt. The server makes the decision; this only avoids showing a form that it would
 * refuse.
 */
export function mayEdit(user: User, prompt: Pick<Prompt, 'user'>): boolean {
  return user.role !== 'user' || isOwn(user, prompt)
}

/** Whether the user is the prompt's author. */
export function isOwn(user: Pick<User, 'username'>, prompt: Pick<Prompt, 'user'>): boolean {
  return user.username.toLowerCase() === prompt.user.username.toLowerCase()
}
