import { plural, t } from '#lib/texts.ts'
import type { License } from './rules.ts'

/**
 * What a text contains that people should know before a model reads it. `link` and `shell` are facts. The others are
 * alarms: `command` harms the machine of an agent that runs it, `send` gives data away, `override` sets aside other
 * instructions, `unasked` acts without asking or in secret, `encoded` and `hidden` can’t be read by people, `secret` is
 * a key or password.
 */
export const findingKinds = [
  'command',
  'send',
  'override',
  'unasked',
  'encoded',
  'hidden',
  'secret',
  'link',
  'shell',
] as const
export type FindingKind = (typeof findingKinds)[number]

/**
 * Something that was found in a prompt. `what` is a phrase of ours or a host. It never quotes the text, which could
 * instruct a model. `line` is the line of the content on which it first is, counted from 1, or 0 if it is only in the
 * title, the description, the settings of blanks or the files of a skill.
 */
export type Finding = { kind: FindingKind; what: string; line: number; count: number }

/** What goes with a prompt wherever its text goes. */
export type Papers = { author: string; license: License; version: number; sha256: string; findings: Finding[] }

/** Returns the papers of a prompt. `author` is the credited author of an imported prompt, otherwise the member. */
export function papersOf({
  credit,
  user,
  licence,
  ...rest
}: Omit<Papers, 'author' | 'license'> & {
  credit: string | null
  user: { username: string }
  licence: License
}): Papers {
  const { version, sha256, findings } = rest
  return { author: credit ?? user.username, license: licence, version, sha256, findings }
}

/** Tells whether a finding is an alarm. The others are facts. */
export function isAlarm({ kind }: Pick<Finding, 'kind'>): boolean {
  return kind !== 'link' && kind !== 'shell'
}

/** Returns a finding as a sentence. */
export function sentenceOf({ kind, what, line, count }: Finding): string {
  const place =
    line === 0 ? t('not in the text but in its title, description, blanks or files') : t('line {line}', { line })
  if (kind === 'link') return t('It links to {what}.', { what })
  if (kind === 'secret') return t('This looks like a secret: {what}, {place}.', { what, place })
  if (kind === 'hidden')
    return t('It has invisible characters: {what} ({count}), first on {place}.', { what, count, place })
  return count > 1
    ? t('It {what}, {count} times, first on {place}.', { what, count, place })
    : t('It {what}, {place}.', { what, place })
}

/** Returns the sentences about the alarms among the findings. */
export function alarmSentences(findings: Finding[]): string[] {
  return findings.filter(isAlarm).map(sentenceOf)
}

/** Returns the line above what was found, or null if nothing was. Only alarms are counted. */
export function findingsTitle(findings: Finding[]): string | null {
  const alarms = findings.filter(isAlarm).length
  if (alarms > 0)
    return plural(alarms, '{count} thing to know before you run this', '{count} things to know before you run this')
  return findings.length > 0 ? t('Links and commands in this text') : null
}
