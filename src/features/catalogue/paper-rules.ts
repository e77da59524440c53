import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
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
  if (kind === 'link')
    return moreHosts.test(what)
      ? plural(count, 'It links to {count} more host.', 'It links to {count} more hosts.')
      : t('It links to {what}.', { what })
  const finding = textOfFinding(kind, what)
  if (line === 0) return t('{finding}, not in the text but in its title, description, blanks or files.', { finding })
  return count > 1
    ? t('{finding}, {count} times, first on line {line}.', { finding, count, line })
    : t('{finding}, line {line}.', { finding, line })
}

/** What stands for the hosts that aren't listed one by one (finding-rules.ts). */
const moreHosts = /^\d+ more hosts$/

function textOfFinding(kind: FindingKind, what: string): string {
  if (kind === 'secret') return t('This looks like a secret: {secret}', { secret: nameOfSecret(what) })
  if (kind === 'hidden') return t('It has invisible characters: {characters}', { characters: nameOfHidden(what) })
  return Object.hasOwn(findingTexts, what) ? translate(findingTexts[what as FoundWhat]) : what
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

/** What is found in a text, as stored, and as a sentence without its period. */
export const findingTexts = {
  'changes what an agent remembers': msg('It changes what an agent remembers'),
  'has a command that changes what runs on the machine': msg('It has a command that changes what runs on the machine'),
  'has a command that deletes files or disks': msg('It has a command that deletes files or disks'),
  'has a command that downloads and runs a program': msg('It has a command that downloads and runs a program'),
  'has a command that opens a way into the machine': msg('It has a command that opens a way into the machine'),
  'has a command that runs as soon as an agent opens it': msg(
    'It has a command that runs as soon as an agent opens it',
  ),
  'has a command that runs encoded code': msg('It has a command that runs encoded code'),
  'has a command that sends files or settings to an address': msg(
    'It has a command that sends files or settings to an address',
  ),
  'has a long text in base64': msg('It has a long text in base64'),
  'has a long text in codes': msg('It has a long text in codes'),
  'has a long text in hexadecimal': msg('It has a long text in hexadecimal'),
  'has commands for a shell': msg('It has commands for a shell'),
  'imitates a system message': msg('It imitates a system message'),
  'puts data into the address of a picture or link': msg('It puts data into the address of a picture or link'),
  'reads keys or passwords of the machine': msg('It reads keys or passwords of the machine'),
  'takes instructions from an address': msg('It takes instructions from an address'),
  'tells the model to act without asking, or to hide it': msg(
    'It tells the model to act without asking, or to hide it',
  ),
  'tells the model to decode a text and act on it': msg('It tells the model to decode a text and act on it'),
  'tells the model to drop its limits': msg('It tells the model to drop its limits'),
  'tells the model to ignore other instructions': msg('It tells the model to ignore other instructions'),
  'tells the model to send data to an address': msg('It tells the model to send data to an address'),
  'turns protection off': msg('It turns protection off'),
} as const

/** What the patterns find, as stored. */
export type FoundWhat = keyof typeof findingTexts

const hiddenNames: Record<string, Message> = {
  'tag characters (invisible letters)': msg('tag characters (invisible letters)'),
  'direction overrides': msg('direction overrides'),
  'zero-width characters': msg('zero-width characters'),
  'soft hyphens': msg('soft hyphens'),
  'variation selectors': msg('variation selectors'),
  'control characters': msg('control characters'),
  'invisible fillers': msg('invisible fillers'),
}

/** The name of a kind of invisible characters (hidden-character-rules.ts). */
export function nameOfHidden(kind: string): string {
  const name = hiddenNames[kind]
  return name ? translate(name) : kind
}

/** The name of a kind of secret (secret-rules.ts). */
export function nameOfSecret(kind: string): string {
  if (kind === 'private key') return t('private key')
  if (kind === 'password in a URL') return t('password in a URL')
  const [, company, thing] = /^(?!JSON)(.+?) (?:access )?(key|token)$/.exec(kind) ?? []
  if (company === undefined) return kind
  return thing === 'key' ? t('{company} key', { company }) : t('{company} token', { company })
}
