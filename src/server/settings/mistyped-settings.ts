import { editDistance } from '#lib/edit-distance.ts'

/** Prefixes of setting names that other programs rarely use, unlike OPENAI_ and GOOGLE_. */
const ownPrefixes = ['CAPTCHA_', 'PAYMENTS_', 'REVIEWS_', 'STRIPE_']

/**
 * Returns a warning for each environment variable that is probably a mistyped setting: its name, in capitals and with
 * `_` for `-`, has one of `ownPrefixes` or is a setting's with at most two typos (`editsAllowed`). If the similar
 * setting is set as well, the variable probably belongs to another program and gets no warning.
 */
export function describeMistypedSettings(
  environment: Record<string, string | undefined>,
  settings: string[],
): string[] {
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

/**
 * The number of typos by which a name may differ from a setting's and still be taken for it. Short names, such as HOST
 * and HOME, are too similar to each other.
 */
function editsAllowed({ length }: string): number {
  if (length < 6) return 0
  return length < 11 ? 1 : 2
}
