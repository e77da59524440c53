import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'

/** Whether somebody will be let to change a prompt. The server decides; this spares a form that would be refused. */
export function mayEdit(user: User, prompt: Pick<Prompt, 'user'>): boolean {
  return user.role !== 'user' || isOwn(user, prompt)
}

/** Whether the prompt is this person's own. */
export function isOwn(user: Pick<User, 'username'>, prompt: Pick<Prompt, 'user'>): boolean {
  return user.username.toLowerCase() === prompt.user.username.toLowerCase()
}
