import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { linkedHosts } from '../link-rules.ts'
import { countPrompts } from './prompt-counts.ts'

/** `post`: published at once, reviewed on report. `pre`: newcomers' prompts and external links wait for a moderator. */
export type Moderation = 'post' | 'pre'

/** The published prompts that an author needs before new ones are published at once. */
const firstPrompts = 2

type Text = { description: string; content: string }

/** Whether this member's text has to wait for a moderator. `before`: the text that is public already. */
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
