import { editDistance } from '#lib/edit-distance.ts'

/** Prefixes that only we use. Others of ours (OPENAI_, GOOGLE_) are used by other programs too. */
const ownPrefixes = ['CAPTCHA_', 'PAYMENTS_', 'REVIEWS_', 'STRIPE_']

/**
 * Returns a warning for each environment variable that is probably a mistyped setting: one letter extra, missing, wrong or
 * swapped (two in long names), or one of our prefixes. They are only warnings, since other programs have variables too. If
 * the setting itself is set, the similar name belongs to another program.
 */
export function mistypedSettings(environment: Record<string, string | undefined>, settings: string[]): string[] {
  const isSet = (name: string) => Boolean(environment[name])
  const lines: string[] = []
  for (const name of Object.keys(environment).filter((one) => isSet(one) && !settings.includes(one))) {
    const plain = name.toUpperCase().replaceAll('-', '_')
    const prefix = ownPrefixes.find((one) => plain.startsWith(one))
    const near = settings
      .filter((setting) => setting.startsWith(prefix ?? ''))
      .map((setting) => ({ setting, edits: editDistance(plain, setting) }))
    const [best] = near.sort((a, b) => a.edits - b.edits)
    if (!best || isSet(best.setting)) continue
    if (prefix || best.edits <= editsAllowed(best.setting))
      lines.push(`${name} is not a setting and has no effect. Did you mean ${best.setting}?`)
  }
  return lines
}

/** Short names such as HOST and HOME differ too little to be mistakes. */
function editsAllowed({ length }: string): number {
  if (length < 6) return 0
  return length < 11 ? 1 : 2
}
