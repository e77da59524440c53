import { editDistance } from '#lib/edit-distance.ts'

/** Prefixes that only our settings have. Our other prefixes (OPENAI_, GOOGLE_) are also used by other programs. */
const ownPrefixes = ['CAPTCHA_', 'PAYMENTS_', 'REVIEWS_', 'STRIPE_']

/**
 * Returns a warning for each environment variable that is probably a mistyped setting: with one letter extra, missing, wrong
 * or swapped (two in long names), or with one of our prefixes. A variable is skipped if the similar setting is set too: the
 * variable then belongs to another program.
 */
export function mistypedSettings(environment: Record<string, string | undefined>, settings: string[]): string[] {
  const isSet = (name: string) => Boolean(environment[name])
  const lines: string[] = []
  for (const name of Object.keys(environment).filter((one) => isSet(one) && !settings.includes(one))) {
    const normalized = name.toUpperCase().replaceAll('-', '_')
    const prefix = ownPrefixes.find((one) => normalized.startsWith(one))
    const candidates = settings
      .filter((setting) => setting.startsWith(prefix ?? ''))
      .map((setting) => ({ setting, edits: editDistance(normalized, setting) }))
    const [closest] = candidates.sort((a, b) => a.edits - b.edits)
    if (!closest || isSet(closest.setting)) continue
    if (prefix || closest.edits <= editsAllowed(closest.setting))
      lines.push(`${name} is not a setting and has no effect. Did you mean ${closest.setting}?`)
  }
  return lines
}

/** The number of typos that a name may have. Short names such as HOST and HOME are too similar to tell typos apart. */
function editsAllowed({ length }: string): number {
  if (length < 6) return 0
  return length < 11 ? 1 : 2
}
