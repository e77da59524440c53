import { textsOfVariable } from '#features/variables/variable-list-rules.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { WrittenPrompt } from '../contract.ts'
import { countPrompts } from './prompt-counts.ts'

/**
 * With `post`, prompts are published immediately, and moderators review those that are reported. With `pre`, newcomers'
 * prompts and prompts with new external links wait for a moderator.
 */
export type Moderation = 'post' | 'pre'

/** How many published prompts authors need before their new ones are published immediately. */
const trustedPromptsMin = 2

const urlPattern = /\bhttps?:\/\/([\w.-]+)|\bwww\.([\w-]+\.[\w.-]+)/gi
/** Matches host names that are reserved for examples and tests (RFC 2606). */
const exampleHost = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i

const Text = WrittenPrompt.omit({ licence: true, skill: true })
type Text = Omit<WrittenPrompt, 'licence' | 'skill'>

/** Tells whether this member's text has to wait for a moderator. `before` is the text that is already public, if any. */
export async function mustWait(
  tx: Tx,
  moderation: Moderation,
  member: Member,
  text: Text,
  before: Text | null,
): Promise<boolean> {
  if (moderation === 'post' || member.role !== 'user') return false
  const publishedHosts = before ? hostsOf(before) : new Set<string>()
  if (!hostsOf(text).isSubsetOf(publishedHosts)) return true
  return before === null && (await countPrompts(tx, 'author', member.id)) < trustedPromptsMin
}

/**
 * Returns the hosts that any field of a prompt links to, in lower case, without those that are reserved for examples
 * and tests.
 */
function hostsOf(prompt: Text): Set<string> {
  const { variables, files, ...fields } = Text.parse(prompt)
  const texts = [...variables.flatMap(textsOfVariable), ...files.map(({ text }) => text)]
  const text = [...Object.values(fields).flat(), ...texts].join('\n')
  const hosts = [...text.matchAll(urlPattern)].map((match) =>
    (match[1] ?? match[2] ?? '').toLowerCase().replace(/(?<!\.)\.+$/, ''),
  )
  return new Set(hosts.filter((host) => host !== '' && !exampleHost.test(host)))
}
