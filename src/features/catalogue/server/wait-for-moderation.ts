import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { linkedHosts } from '../link-rules.ts'
import { countPrompts } from './prompt-counts.ts'

/** `post`: shown at once, looked at when reported. `pre`: a newcomer's prompts and outside links wait for a moderator. */
export type Moderation = 'post' | 'pre'

/** So many prompts of an author wait before the first one is trusted to show at once. */
const firstPrompts = 2

type Text = { description: string; content: string }

/** Whether what this member wrote has to wait before others see it. `before`: the text that others see already. */
export async function mustWait(
  tx: Tx,
  moderation: Moderation,
  member: Member,
  text: Text,
  before: Text | null,
): Promise<boolean> {
  if (moderation === 'post' || member.role !== 'user') return false
  const known = before ? hostsOf(before) : new Set<string>()
  if (!hostsOf(text).isSubsetOf(known)) return true
  return before === null && (await countPrompts(tx, 'author', member.id)) < firstPrompts
}

function hostsOf({ description, content }: Text): Set<string> {
  return linkedHosts(`${description}\n${content}`)
}
